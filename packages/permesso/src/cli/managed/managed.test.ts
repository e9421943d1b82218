import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { programsOf } from '../../install/piece-programs.ts';
import { hosts as installers } from '../../host-lists/hosts.ts';
import { managedHook } from '../../managed/managed-hook.ts';
import { managedHosts } from '../../managed/managed-hosts.ts';
import { UsageError } from '../command.ts';
import { initWith } from '../commands/init.ts';

const programs = {
  node: '/usr/bin/node',
  hook: '/opt/permesso/hook.cjs',
  plugin: '/opt/permesso/opencode-plugin.js',
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-image-'));
  for (const path of [...Object.values(programs), '/opt/permesso/opencode-window.js']) put(path, '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), mode);
}

/** Every file below, with its mode and its text. */
function tree(folder = root): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const path = join(folder, name);
        const found = lstatSync(path);
        const mode = (found.mode & 0o777).toString(8);
        return [name, found.isFile() ? `${mode} ${readFileSync(path, 'utf8')}` : mode];
      }),
  );
}

type Values = Readonly<Record<string, string | readonly string[] | true>>;

async function run(values: Values): Promise<{ readonly code: number; readonly text: string }> {
  const said: string[] = [];
  const given: Values = { managed: true, root, ...values };
  const code = await initWith(() => programs).run(
    {
      operands: [],
      flag: (name) => given[name] === true,
      value: (name) => (typeof given[name] === 'string' ? given[name] : undefined),
      values: (name) => (Array.isArray(given[name]) ? (given[name] as readonly string[]) : []),
    },
    { print: (text) => said.push(text), complain: (text) => said.push(text), width: 200 },
  );
  return { code, text: said.join('\n') };
}

const server = 'https://permesso.example.com';
const all = managedHosts.map(({ host }) => host);

describe('an image', () => {
  test('gets every managed file, for everybody to read and root alone to write', async () => {
    const { code, text } = await run({ server, host: all, mode: 'acceptEdits' });
    expect(code).toBe(0);
    for (const { path } of managedHosts) {
      const modes = [path, dirname(path)].map((each) => lstatSync(join(root, each)).mode & 0o777);
      expect([path, ...modes]).toEqual([path, 0o644, 0o755]);
      expect(text).toContain(path);
    }
    const claude = JSON.parse(tree()['etc/claude-code/managed-settings.json']?.slice(4) ?? '') as Hooks;
    expect(claude.hooks.PreToolUse[0]?.hooks[0]).toMatchObject({ onFailure: 'block' });
    const codex = parseToml(tree()['etc/codex/requirements.toml']?.slice(4) ?? '');
    expect(codex).toMatchObject({ features: { hooks: true }, hooks: { managed_dir: '/opt/permesso' } });
    expect(tree()['etc/permesso/policy.d/10-managed.yaml']).toContain('mode: acceptEdits');
    // Nothing in it is somebody's home, and no variable of a user moves the policy.
    expect(JSON.stringify(claude)).toContain('unset NODE_OPTIONS');
    expect(JSON.stringify(claude)).toContain('XDG_CONFIG_HOME XDG_STATE_HOME');
    expect(JSON.stringify(tree())).not.toMatch(/nonexistent|\/root\/|--compiled/);
  });

  test('what looks at a machine finds the hooks that hold for everybody', async () => {
    const found = () => installers.filter((each) => managedHook(each, { programs, root }) !== undefined);
    expect(found()).toEqual([]);
    await run({ server, host: all });
    expect(
      found()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(all.toSorted());
    const [claude] = installers;
    if (claude === undefined) throw new Error('nobody');
    expect(programsOf(managedHook(claude, { programs, root })?.installed ?? [])).toContain(programs.hook);
  });

  interface Hooks {
    readonly hooks: {
      readonly PreToolUse: readonly { readonly hooks: readonly object[] }[];
    };
  }

  test('a second run changes nothing and says so; --remove leaves what was there before', async () => {
    put('/etc/claude-code/managed-settings.json', '{\n  "model": "opus" // ours\n}\n', 0o640);
    put('/etc/gemini-cli/settings.json', '{"ui":{"theme":"x"}}');
    const before = tree();
    await run({ server, host: all, mode: 'default' });
    const installed = tree();
    expect(installed).not.toEqual(before);
    const again = await run({ server, host: all, mode: 'default' });
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('nothing was changed')]);
    expect(tree()).toEqual(installed);
    // Without a flag: what the machine was set up with still counts.
    expect((await run({})).text).toContain('nothing was changed');
    expect(tree()).toEqual(installed);
    expect((await run({ remove: true, 'dry-run': true })).code).toBe(0);
    expect(tree()).toEqual(installed);
    expect((await run({ remove: true })).code).toBe(0);
    expect(tree()).toEqual(before);
    expect((await run({ remove: true })).text).toBe('Nothing is installed.');
  });

  test('what somebody has added since stays when it is removed', async () => {
    await run({ server, host: ['claude-code'] });
    const path = '/etc/claude-code/managed-settings.json';
    const text = readFileSync(join(root, path), 'utf8');
    put(path, text.replace('{', '{\n  "model": "opus",'));
    expect((await run({ remove: true })).code).toBe(0);
    const left: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
    expect(left).toMatchObject({ model: 'opus' });
    expect(JSON.stringify(left)).not.toContain('permesso');
  });

  test('a host that cannot be set up keeps no other from it, and the exit code says so', async () => {
    put('/etc/gemini-cli/settings.json', '{ "hooks": ');
    put('/etc/codex/requirements.toml', 'allowed_approval_policies = ["on-request"]\n');
    const { code, text } = await run({ server, host: all, json: true });
    expect(code).toBe(2);
    const { hosts } = JSON.parse(text) as { hosts: readonly { name: string; is: string }[] };
    const failed = hosts.filter(({ is }) => is === 'failed').map(({ name }) => name);
    expect(failed.toSorted()).toEqual(['codex', 'gemini-cli']);
    expect(hosts.filter(({ is }) => is === 'written')).toHaveLength(all.length - 2);
    expect(readFileSync(join(root, 'etc/codex/requirements.toml'), 'utf8')).not.toContain('permesso');
  });

  test('--dry-run writes nothing, and says what it would', async () => {
    const before = tree();
    const { code, text } = await run({ server, host: all, 'dry-run': true, json: true });
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ changed: false, dryRun: true, own: { is: 'would write' } });
    expect(tree()).toEqual(before);
  });

  test('holds no token, and enrols at boot with one that is not in it', async () => {
    vi.stubEnv('PERMESSO_ENROL_TOKEN', 'enrol-secret-1234');
    expect((await run({ server, host: ['claude-code', 'cline'] })).code).toBe(0);
    expect(JSON.stringify(tree())).not.toContain('enrol-secret-1234');
    const unit = tree()['etc/systemd/system/permesso-enrol.service'];
    expect(unit).toContain('ConditionPathExists=/etc/permesso/enrol-token');
    expect(unit).toContain('ExecStart=/usr/bin/node /opt/permesso/cli/main.cjs init --managed --enrol now');
    expect(tree()['etc/systemd/system/multi-user.target.d/permesso-enrol.conf']).toContain(
      'Wants=permesso-enrol.service',
    );
  });

  test('a program that the image does not have is not a hook', async () => {
    rmSync(join(root, programs.hook));
    const { code, text } = await run({ server, host: ['claude-code'] });
    expect(code).toBe(2);
    expect(text).toContain('hook.cjs: it is not there');
    expect(existsSync(join(root, 'etc/claude-code'))).toBe(false);
  });

  test('finds the programs of the image, not those of this machine', async () => {
    put('/usr/local/bin/claude', '', 0o755);
    const { code, text } = await run({ server, json: true });
    expect(code).toBe(0);
    expect(
      (JSON.parse(text) as { hosts: readonly { name: string }[] }).hosts.map(({ name }) => name),
    ).toEqual(['claude-code']);
  });
});

describe('wrong use', () => {
  test.each<readonly [string, Values]>([
    ['which server', { host: ['claude-code'] }],
    ['is not a server URL', { server: 'permesso' }],
    ['there is no mode', { server, mode: 'yolo' }],
    ['there is no host', { server, host: ['nobody'] }],
    ['it enrols when it boots', { server, enrol: 'now' }],
    ['--enrol takes now or later', { server, enrol: 'soon' }],
  ])('%s', async (why, values) => {
    const before = tree();
    await expect(run(values)).rejects.toThrow(why);
    await expect(run(values)).rejects.toBeInstanceOf(UsageError);
    expect(tree()).toEqual(before);
  });

  test('a token in the settings is refused: every user would read it', async () => {
    put('/settings.json', JSON.stringify({ server, token: 'x' }));
    await expect(run({ settings: join(root, 'settings.json') })).rejects.toThrow(
      'there is no setting `token`',
    );
  });

  test('without root there must be a directory to write below', async () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(1000);
    const asUser = initWith(() => programs).run(
      { operands: [], flag: (name) => name === 'managed', value: () => undefined, values: () => [] },
      { print: () => undefined, complain: () => undefined, width: 80 },
    );
    await expect(asUser).rejects.toThrow('run it as root');
  });
});
