import { describe, expect, it } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import type { Entry } from '../../world/world.ts';
import type { KnownPath, PathFact } from './path-fact.ts';
import { protectedRows } from './protected-rows.ts';
import { type Protecting, protection } from './protected.ts';
import { resolvePath } from './resolve.ts';

const world = fixedWorld({
  links: {
    '/home/dev/project/hooks': '.git/hooks',
    '/home/dev/project/notes.txt': '/home/dev/.ssh/id_rsa',
    '/home/dev/project/b': '/etc/cron.d/x',
  },
});

function codeOf(text: string, access: Protecting['access']): string | undefined {
  return protection({ path: resolvePath({ text, directory: world.cwd, world }), access, world })?.code;
}

describe('every row of the table', () => {
  const cases = protectedRows.flatMap((row) => row.paths.map((path) => ({ row, path })));
  it.each(cases)('$path', ({ row, path }) => {
    const plain = path.replaceAll('*', 'x');
    for (const text of path.startsWith('**/') ? [`~/${path.slice(3)}`, `sub/${path.slice(3)}`] : [plain]) {
      const named = text.replaceAll('*', 'x');
      expect(codeOf(named, 'write')).toBeDefined();
      expect(codeOf(named.toUpperCase().replace('/HOME/DEV', '/home/dev'), 'delete')).toBeDefined();
      expect(codeOf(`${named}/below`, 'write')).toBeDefined();
      expect([row.from, codeOf(named, row.from)]).not.toContain(undefined);
    }
  });

  it('uses lower case, which comparing relies on, and says why in words', () => {
    for (const row of protectedRows) {
      for (const path of row.paths) expect(path).toBe(path.toLowerCase());
      expect(row.reason).not.toBe('');
    }
  });
});

describe('changing', () => {
  it.each([
    ['~/.bashrc', 'shell-config'],
    ['.bashrc', 'shell-config'],
    ['~/.config/fish/config.fish', 'shell-config'],
    ['.envrc', 'shell-config'],
    ['.git/hooks/pre-commit', 'git-config'],
    ['.git', 'git-config'],
    ['.git/', 'git-config'],
    ['src/../.git/config', 'git-config'],
    ['.GIT/hooks/x', 'git-config'],
    ['.git./hooks/x', 'git-config'],
    ['.git /hooks/x', 'git-config'],
    ['.g\u200Cit/hooks/x', 'git-config'],
    ['.ｇit/config', 'git-config'],
    ['vendor/lib/.git/config', 'git-config'],
    ['mirror.git/hooks/update', 'git-config'],
    ['.gitmodules', 'git-config'],
    ['hooks/pre-commit', 'git-config'],
    ['.husky/pre-push', 'git-config'],
    ['.claude/settings.json', 'agent-config'],
    ['.codex/config.toml', 'agent-config'],
    ['~/.gemini/settings.json', 'agent-config'],
    ['.github/hooks/pre.json', 'agent-config'],
    ['~/.cline/hooks/PreToolUse', 'agent-config'],
    ['~/Documents/Cline/Hooks/PreToolUse', 'agent-config'],
    ['.clinerules/hooks/PreToolUse', 'agent-config'],
    ['.kiro/hooks/a.json', 'agent-config'],
    ['.mcp.json', 'agent-config'],
    ['opencode.json', 'agent-config'],
    ['.permesso/policy.yaml', 'permesso'],
    ['~/.config/permesso/policy.yaml', 'permesso'],
    ['/etc/permesso/policy.d/a.yaml', 'permesso'],
    ['node_modules/permesso/dist/hook.cjs', 'permesso'],
    ['~/xdg/permesso/policy.yaml', 'permesso'],
    ['/var/xdg/permesso/compiled/v24/x', 'permesso'],
    ['/var/xdg/permesso/sandbox/proof.json', 'permesso'],
    ['.vscode/tasks.json', 'program-config'],
    ['.idea/workspace.xml', 'program-config'],
    ['.env', 'credentials'],
    ['.Env', 'credentials'],
    ['packages/api/.env.local', 'credentials'],
    ['.npmrc', 'credentials'],
    ['~/.ssh/authorized_keys', 'ssh'],
    ['~/.ssh/known_hosts', 'ssh'],
    ['~/.ssh/id_rsa.pub', 'ssh'],
    ['.kube/config', 'credentials'],
    ['~/.kaggle/kaggle.json', 'credentials'],
    ['~/.cache/huggingface/token', 'credentials'],
    ['~/.config/NuGet/NuGet.Config', 'credentials'],
    ['~/.config/systemd/user/x.service', 'startup'],
    ['~/Library/LaunchAgents/x.plist', 'startup'],
    ['/etc/sudoers', 'system'],
    ['/etc/cron.d/x', 'system'],
    ['b', 'system'],
    ['/dev/sda', 'disk'],
    ['/proc/self/root/etc/passwd', 'system'],
    ['/dev/stdin', 'unknown-target'],
    ['/proc/self/cwd/x', 'unknown-target'],
  ])('%s asks: %s', (text, code) => {
    expect(codeOf(text, 'write')).toBe(code);
  });

  it.each([
    '.gitignore',
    '.gitattributes',
    '.gitkeep',
    '.github/ISSUE_TEMPLATE/bug.yml',
    'src/env.ts',
    'src/environment.ts',
    '.env.example',
    '.env.local.example',
    '.env.sample',
    '.environment/x',
    'src/app.ts',
    'AGENTS.md',
    'CLAUDE.md',
    'package.json',
    'docs/ssh.md',
    'src/git/config.ts',
    'keys.ts',
    'monkey.ts',
    '/tmp/x',
    '/dev/null',
    '~/notes.txt',
  ])('%s does not', (text) => {
    expect(codeOf(text, 'write')).toBeUndefined();
    expect(codeOf(text, 'delete')).toBeUndefined();
  });
});

describe('reading', () => {
  it.each([
    ['.env', 'credentials'],
    ['~/.npmrc', 'credentials'],
    ['~/.aws/credentials', 'credentials'],
    ['~/.aws', 'credentials'],
    ['~/.docker/config.json', 'credentials'],
    ['~/.ssh/id_ed25519', 'ssh'],
    ['notes.txt', 'ssh'],
    ['~/Library/Messages/chat.db', 'personal'],
    ['~/Library/Application Support/com.apple.TCC/TCC.db', 'personal'],
    ['~/Pictures/Photos Library.photoslibrary/originals', 'personal'],
    ['deploy_rsa', 'private-key'],
    ['certs/server.key', 'private-key'],
    ['/etc/shadow', 'credentials'],
    ['/dev/sda', 'disk'],
    ['/dev/nvme0n1p2', 'disk'],
    ['/dev/mapper/root', 'disk'],
    ['/dev/mem', 'disk'],
    ['/proc/kcore', 'disk'],
    ['/dev/input/event3', 'device'],
    ['/dev/video0', 'device'],
    ['/dev/ttyACM0', 'device'],
    ['/proc/self/environ', 'credentials'],
    ['/proc/1/environ', 'credentials'],
    ['~/.bash_history', 'history'],
    ['~/.codex/auth.json', 'credentials'],
    ['~/.local/state/permesso/way-in/1.html', 'credentials'],
  ])('%s asks: %s', (text, code) => {
    expect(codeOf(text, 'read')).toBe(code);
  });

  it.each([
    '~/.bashrc',
    '.git/config',
    '.git/HEAD',
    '.claude/settings.json',
    '.permesso/policy.yaml',
    '.vscode/settings.json',
    '~/.ssh/id_rsa.pub',
    '~/.ssh/known_hosts',
    '/dev/null',
    '/dev/zero',
    '/dev/urandom',
    '/dev/tty',
    '/dev/shm/x',
    '.env.example',
    '/etc/hosts',
    '/etc/passwd',
    'src/app.ts',
    '/dev/stdin',
    '~/.docker',
  ])('%s does not', (text) => {
    expect(codeOf(text, 'read')).toBeUndefined();
  });
});

describe('a directory taken as a whole', () => {
  const files = new Set(['/srv/App/.git', '/srv/App/.docker/config.json']);
  const directories = new Set(['/srv/App', '/srv/App/.docker', '/srv/App/src']);
  const real = fixedWorld({
    entry: (path): Entry => ({
      is: files.has(path) ? 'file' : directories.has(path) ? 'directory' : 'missing',
    }),
  });
  const whole = (text: string, access: Protecting['access']): string | undefined => {
    const path = resolvePath({ text, directory: real.cwd, world: real }) as KnownPath;
    return protection({ path: { ...path, recursive: true }, access, world: real })?.code;
  };

  it.each<[string, Protecting['access'], boolean]>([
    ['~', 'delete', true],
    ['/home', 'delete', true],
    ['/', 'write', true],
    ['~/.config', 'delete', true],
    ['~/.docker', 'delete', true],
    ['~/.CONFIG', 'delete', true],
    ['~/.cargo/registry', 'delete', false],
    ['/srv/App', 'delete', true],
    ['/srv/App', 'write', true],
    ['/srv/App/.docker', 'delete', true],
    ['/srv/App/src', 'delete', false],
    ['node_modules', 'delete', false],
    ['~', 'read', true],
    ['~/.config', 'read', true],
    ['/srv/App', 'read', false],
    ['.', 'read', false],
    ['~/.vim', 'read', false],
  ])('%s %s: %s', (text, access, expected) => {
    expect(whole(text, access) !== undefined).toBe(expected);
  });
});

function unknown(known: Partial<Extract<PathFact, { known: false }>>): PathFact {
  return { known: false, reason: 'value of $X', ...known };
}

describe('a target that is not known', () => {
  it.each<[PathFact, Protecting['access'], string | undefined]>([
    [unknown({}), 'write', 'unknown-target'],
    [unknown({}), 'read', undefined],
    [unknown({ starts: '/home/dev/project/' }), 'delete', 'unknown-target'],
    [unknown({ starts: '/home/dev/.ssh/' }), 'read', 'ssh'],
    [unknown({ starts: '/home/dev/project/hooks/' }), 'read', undefined],
    [unknown({ glob: '/home/dev/project/.gi?/hooks/pre-commit' }), 'write', 'git-config'],
    [unknown({ glob: '/home/dev/project/.e*' }), 'read', 'credentials'],
    [unknown({ glob: '/home/dev/project/.[e]nv' }), 'read', 'credentials'],
    [unknown({ glob: '/home/dev/.ssh/*' }), 'read', 'ssh'],
    [unknown({ glob: '/home/dev/project/id_*' }), 'read', 'private-key'],
    [unknown({ glob: '/home/dev/project/*.key' }), 'read', 'private-key'],
    [unknown({ glob: '/home/dev/.c*' }), 'delete', 'permesso'],
    [unknown({ glob: '/home/dev/project/hooks/*' }), 'write', 'git-config'],
    [unknown({ glob: '/home/dev/project/*' }), 'read', undefined],
    [unknown({ glob: '/home/dev/project/*.json' }), 'read', undefined],
    [unknown({ glob: '/home/dev/project/src/**/*.ts' }), 'read', undefined],
    [unknown({ glob: '/home/dev/project/src/*.bak' }), 'delete', undefined],
    [unknown({ glob: '/home/dev/project/dist/*' }), 'delete', undefined],
  ])('%j %s: %s', (path, access, code) => {
    expect(protection({ path, access, world })?.code).toBe(code);
  });
});
