import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { Layer } from '../policy/layer.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import type { HeldName, World } from '../world/world.ts';
import { deriveProfile, type Derivation } from './derive-profile.ts';

const tree: Readonly<Record<string, readonly string[]>> = {
  '/home/dev': ['.ssh/', '.bashrc', 'notes/', 'project/'],
  '/home/dev/.ssh': ['id_ed25519'],
  '/home/dev/project': ['.git/', '.env', '.github/', 'src/', 'vendor/', 'secrets/', 'node_modules/'],
  '/home/dev/project/.github': ['workflows/'],
  '/home/dev/project/src': ['a.ts', '.env.local', 'server.key'],
  '/home/dev/project/vendor': ['.git/', '.claude/', 'AGENTS.md', 'docker-compose.yml', 'prisma.config.ts'],
  '/home/dev/project/secrets': ['x'],
  '/home/dev/project/node_modules': ['.env'],
};

function looking(): World {
  const held = (directory: string): readonly HeldName[] | undefined =>
    tree[directory]?.map((name) => ({
      name: name.replace('/', ''),
      is: name.endsWith('/') ? 'directory' : 'file',
    })) ?? [];
  return fixedWorld({
    holds: held,
    entry: (path) => {
      const cut = path.lastIndexOf('/');
      const name = path.slice(cut + 1);
      const found = tree[path.slice(0, cut) || '/']?.find((each) => each.replace('/', '') === name);
      if (path in tree || found?.endsWith('/') === true) return { is: 'directory' };
      return { is: found === undefined ? 'missing' : 'file' };
    },
  });
}

function derive(layer: Layer = {}, more: Partial<World> = {}): Derivation {
  const policy = compilePolicy([{ layer: 'user', file: 'policy.yaml', sandbox: 'on', ...layer }]);
  return deriveProfile({ policy, world: { ...looking(), ...more }, mode: 'default' });
}

describe('a profile', () => {
  test('Finding 7: files that are obeyed later are read-only at any depth, and at the top nothing makes one', () => {
    const { readOnly } = derive().profile;
    const below = ['.claude', 'AGENTS.md', 'docker-compose.yml', 'prisma.config.ts'].map(
      (name) => `vendor/${name}`,
    );
    const free =
      'CLAUDE.md AGENTS.md GEMINI.md .cursorrules .cursor .mcp.json .envrc .vscode mise.toml ansible.cfg'.split(
        ' ',
      );
    expect(readOnly).toEqual(
      expect.arrayContaining([...below, ...free].map((name) => `/home/dev/project/${name}`)),
    );
    // An empty one would stop the program that reads it.
    expect(readOnly).not.toContain('/home/dev/project/global.json');
  });

  test('opens the working directories and nothing else', () => {
    const { profile, problems } = derive();
    expect(profile.writable).toEqual(['/home/dev/project']);
    expect(profile.hosts).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('keeps protected places, at any depth where they stand, at the top also where they do not yet', () => {
    const { profile } = derive();
    expect(profile.readOnly).toEqual(
      expect.arrayContaining([
        '/home/dev/project/.git',
        '/home/dev/project/.github/workflows',
        '/home/dev/project/.claude',
        '/home/dev/project/.vscode',
        '/home/dev/project/.permesso',
        '/home/dev/project/.envrc',
        '/home/dev/project/vendor/.git',
        '/home/dev/project/vendor/.claude',
      ]),
    );
    expect(profile.readOnly).not.toContain('/home/dev/project/src');
  });

  test('hides secrets of the project and of the home directory', () => {
    expect(derive().profile.hidden).toEqual([
      '/home/dev/.ssh',
      '/home/dev/project/.env',
      '/home/dev/project/src/.env.local',
      '/home/dev/project/src/server.key',
    ]);
  });

  test('hides what a rule denies or asks about, and says which', () => {
    const { profile, lines } = derive({
      deny: ['Read(~/notes/**)'],
      ask: ['Read(./secrets/**)', 'Edit(./src/a.ts)'],
      lines: { deny: [7] },
    });
    expect(profile.hidden).toEqual(expect.arrayContaining(['/home/dev/notes', '/home/dev/project/secrets']));
    expect(profile.readOnly).toContain('/home/dev/project/src/a.ts');
    expect(lines).toContainEqual({
      in: 'hidden',
      value: '/home/dev/notes',
      because: 'Read(~/notes/**) denies it',
      file: 'policy.yaml',
      line: 7,
    });
  });

  test('removes what may be secret from the environment', () => {
    const { environment } = derive().profile;
    expect(environment).toContain('PATH');
    expect(
      environment.filter((name) => /KEY|TOKEN|SECRET|PASS|AUTH|SOCK|LD_|NODE_OPTIONS/u.test(name)),
    ).toEqual([]);
  });

  test('names its hosts by the policy that listed them', () => {
    const { profile, lines } = derive({ sandbox: { hosts: ['registries', 'api.example.com'] } });
    expect(profile.hosts).toEqual(
      expect.arrayContaining(['registry.npmjs.org', 'pypi.org', 'api.example.com']),
    );
    expect(lines.find(({ value }) => value === 'pypi.org')?.because).toBe(
      'sandbox.hosts of the user policy (registries)',
    );
  });

  test('a WebFetch allow opens no host', () => {
    expect(derive({ allow: ['WebFetch(domain:example.com)'] }).profile.hosts).toEqual([]);
  });
});

describe('what no engine can keep to', () => {
  test.each<[string, Layer, Partial<World>, string]>([
    [
      'home',
      {},
      { workingDirectories: ['/home/dev'] },
      'the working directory /home/dev holds the home directory',
    ],
    ['the machine', {}, { workingDirectories: ['/'] }, 'the working directory / holds the home directory'],
    ['a relative path', {}, { workingDirectories: ['src'] }, 'the working directory src is relative'],
    [
      'any depth',
      { deny: ['Read(~/**/*.pem)'] },
      {},
      'Read(~/**/*.pem) means files at any depth below /home/dev',
    ],
    ['every read', { deny: ['Read'] }, {}, 'a rule denies or asks about every read'],
    [
      'a hard link',
      {},
      { hasOtherNames: (path) => path.endsWith('/project/.env') },
      '/home/dev/project/.env is hidden and has another name (a hard link)',
    ],
  ])('%s', (_, layer, world, problem) => expect(derive(layer, world).problems).toContain(problem));
});
