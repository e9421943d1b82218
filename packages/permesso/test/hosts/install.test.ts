import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUser, playedCodex, type NewUser } from './new-user.ts';

type Json = Readonly<Record<string, unknown>>;

let user: NewUser;
let before: Readonly<Record<string, string>>;

beforeEach(() => {
  user = newUser();
  before = user.tree();
});

afterEach(() => user.remove());

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (found as Readonly<Record<string | number, unknown>> | undefined)?.[name],
    value,
  );
}

function settings(path: string): Json {
  return parseJson(user.read(path).replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) as Json;
}

describe('init and uninstall, as a new user runs them', () => {
  test('the home is byte for byte what it was, modes and links included', async () => {
    const first = await user.run(['init', '--yes']);
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(user.tree()).not.toEqual(before);
    const installed = user.tree();

    const second = await user.run(['init', '--yes']);
    expect(second.status).toBe(0);
    expect(second.stdout).toContain('there is nothing to do');
    expect(user.tree()).toEqual(installed);

    const gone = await user.run(['uninstall', '--yes']);
    expect(gone.status).toBe(0);
    expect(user.tree()).toEqual(before);
    expect((await user.run(['uninstall', '--yes'])).stdout).toContain('Nothing is installed');
  });

  test('what was there stays there, and keys do not reach the screen', async () => {
    const { stdout } = await user.run(['init', '--yes']);
    expect(stdout).not.toContain('ghp_');
    const claude = settings('dotfiles/claude/settings.json');
    expect(at(claude, 'somethingNobodyKnows', 'a')).toEqual([1, 2, 3]);
    expect(at(claude, 'hooks', 'PostToolUse', 0, 'matcher')).toBe('Edit');
    expect(at(claude, 'hooks', 'PreToolUse', 0, 'hooks', 0)).toMatchObject({
      onFailure: 'block',
      timeout: 600,
    });
    expect(at(claude, 'permissions', 'deny')).toContain('Read(./.env)');
    expect(at(claude, 'permissions', 'deny')).toContain('Bash(systemctl stop:*)');
    expect(user.read('dotfiles/claude/settings.json')).toContain('"model": "opus", // the big one');
    expect(user.tree()['.claude/settings.json']).toBe('link to ../dotfiles/claude/settings.json');
    expect(user.tree()['.gemini/settings.json']).toMatch(/^file 444 /);
    const gemini = user.read('.gemini/settings.json');
    expect(gemini.startsWith('\uFEFF{\r\n\t"theme": "Dracula", // dark\r\n')).toBe(true);
    expect(gemini.replaceAll('\r\n', '')).not.toContain('\n');
    expect(at(settings('.gemini/settings.json'), 'hooks', 'BeforeTool', 0, 'hooks', 0, 'timeout')).toBe(
      600_000,
    );
  });

  test('plugins of others keep their place, whatever they are called', async () => {
    const others = [
      'opencode-wakatime',
      'opencode-gemini-auth@1',
      'file:///home/me/.config/opencode/plugin.js',
    ];
    user.write('.config/opencode/opencode.json', JSON.stringify({ plugin: others }));
    user.write('.config/opencode/tui.json', JSON.stringify({ plugin: others }));
    const files = { plugin: '.config/opencode/opencode.json', window: '.config/opencode/tui.json' };
    await user.run(['init', '--yes', '--host', 'opencode']);
    for (const [name, file] of Object.entries(files)) {
      const { plugin } = settings(file);
      expect(plugin).toEqual([...others, expect.stringMatching(new RegExp(`opencode.${name}\\.[jt]s$`))]);
    }
    await user.run(['uninstall', '--yes']);
    for (const file of Object.values(files)) expect(settings(file)).toEqual({ plugin: others });
  });

  test('the policy holds the preset and the rules of all three, and loads', async () => {
    await user.run(['init', '--yes']);
    const policy = user.read('.config/permesso/policy.yaml');
    for (const rule of [
      'balanced',
      'Bash(npm run test:*)',
      'Bash(git push:*)',
      'Read(./.env)',
      'git push --force',
    ])
      expect(policy).toContain(rule);
    expect(user.tree()['.config/permesso/policy.yaml']).toMatch(/^file 600 /);
    expect((await user.run(['check', 'git push --force'])).status).toBe(2);
    expect((await user.run(['check', 'git commit -m x'])).status).toBe(0);
  });

  test('nothing is written without a yes, and nothing by a dry run', async () => {
    const asked = await user.run(['init']);
    expect([asked.status, asked.stderr.trim()]).toEqual([
      1,
      'There is no terminal to ask in. Read this, then run it again with --yes.',
    ]);
    expect((await user.run(['init', '--dry-run'])).status).toBe(0);
    const json = await user.run(['init', '--json']);
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ written: false });
    expect(user.tree()).toEqual(before);
  });

  test('every line fits 80 columns', async () => {
    const lines = [
      await user.run(['init', '--dry-run']),
      await user.run(['init', '--help']),
      await user.run(['uninstall', '--help']),
    ]
      .map(({ stdout }) => stdout.split('\n'))
      .flat();
    expect(lines.length).toBeGreaterThan(80);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test('the command that was registered denies, and denies when node or the hook is gone', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const command = at(
      settings('.claude/settings.json'),
      'hooks',
      'PreToolUse',
      0,
      'hooks',
      0,
      'command',
    ) as string;
    const payload = JSON.stringify({
      hook_event_name: 'PreToolUse',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      session_id: 's',
      cwd: user.project,
      tool_name: 'Bash',
      tool_input: { command: 'systemctl restart nginx' },
    });
    const start = (line: string): { status: number | null; stdout: string } =>
      spawnSync('/bin/sh', ['-c', line], {
        input: payload,
        encoding: 'utf8',
        env: { HOME: user.home, PATH: '/usr/bin:/bin' },
      });
    const answer = start(command);
    expect(at(JSON.parse(answer.stdout), 'hookSpecificOutput', 'permissionDecision')).toBe('deny');
    expect(start(command.replace('hook.ts', 'gone.ts')).status).toBe(2);
    expect(start(command.replace(process.execPath, '/nowhere/node')).status).toBe(2);
  });
});

describe('a file that was changed since', () => {
  test('loses exactly our entries', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const path = 'dotfiles/claude/settings.json';
    const changed = user
      .read(path)
      .replace('"model": "opus"', '"model": "sonnet"')
      .replace('"Read(./.env)", // secrets', '"Read(./.env)", // secrets\n      "Bash(rm:*)",');
    user.write(path, changed, 0o640);
    const gone = await user.run(['uninstall', '--yes']);
    expect(gone.status).toBe(0);
    expect(gone.stdout.replaceAll(/\s+/g, ' ')).toContain('only our entries were taken out');
    const after = settings(path);
    expect(user.read(path)).not.toContain('--launched');
    expect(at(after, 'permissions', 'deny')).toEqual(['Read(./.env)', 'Bash(rm:*)']);
    expect(at(after, 'hooks', 'PreToolUse')).toEqual([]);
    expect(at(after, 'model')).toBe('sonnet');
    expect(user.tree()[path]).toMatch(/^file 640 /);
  });

  test('a file that was all ours goes, also when only blanks are left of it', async () => {
    const PATH = playedCodex(user);
    rmSync(join(user.home, '.codex/config.toml'));
    const was = user.tree();
    await user.run(['init', '--yes', '--host', 'codex'], { PATH });
    user.write('.codex/config.toml', `\n\n${user.read('.codex/config.toml')}`, 0o600);
    const { stdout } = await user.run(['uninstall', '--yes'], { PATH });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(user.tree()).toEqual(was);
  });

  test('is set up again around the change, and uninstall gives back the changed file', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const path = 'dotfiles/claude/settings.json';
    user.write(
      path,
      user.read(path).replace('"opus"', '"sonnet"').replaceAll('--deadline 540', '--deadline 7'),
      0o640,
    );
    expect((await user.run(['init', '--yes', '--host', 'claude-code'])).stdout).toContain('Written.');
    expect(user.read(path)).toContain('--deadline 540');
    await user.run(['uninstall', '--yes']);
    const after = settings(path);
    expect(at(after, 'model')).toBe('sonnet');
    expect(user.read(path)).not.toContain('--launched');
  });

  test('the policy is the person’s as soon as they touch it', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const policy = '.config/permesso/policy.yaml';
    user.write(policy, `${user.read(policy)}# mine\n`, 0o600);
    expect((await user.run(['uninstall', '--yes'])).stdout).toContain('you have changed it since');
    expect(user.read(policy)).toContain('# mine');
  });

  test('rules that the policy no longer holds go with the next init', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    user.write('.config/permesso/policy.yaml', 'deny: [Bash(halt:*)]\n', 0o600);
    await user.run(['init', '--yes', '--host', 'claude-code']);
    expect(at(settings('.claude/settings.json'), 'permissions', 'deny')).toEqual([
      'Read(./.env)',
      'Bash(halt:*)',
    ]);
  });
});

describe('what goes wrong', () => {
  test('one file that cannot be written leaves all as they were', async () => {
    // A file where a folder should be.
    user.write('.copilot/hooks', 'not a folder');
    const was = user.tree();
    const ran = await user.run(['init', '--yes']);
    expect(ran.status).toBe(70);
    expect(ran.stderr).toContain('ENOTDIR');
    await user.run(['uninstall', '--yes']);
    expect(user.tree()).toEqual(was);
  });

  test('settings that cannot be read are left alone, with their line, and the others are set up', async () => {
    user.write('.gemini/settings.json', '{\n  "a": 1\n  "b": 2\n}\n');
    const ran = await user.run(['init', '--yes']);
    expect(ran.status).toBe(2);
    expect(ran.stdout).toContain('left alone: ~/.gemini/settings.json: line 3: CommaExpected');
    expect(user.read('.gemini/settings.json')).toBe('{\n  "a": 1\n  "b": 2\n}\n');
    expect(user.read('.claude/settings.json')).toContain('--launched');
  });

  test('no hook is registered beside a policy that does not load', async () => {
    user.write('.config/permesso/policy.yaml', 'deny: [Bash(]\n', 0o600);
    const was = user.tree();
    const ran = await user.run(['init', '--yes']);
    expect([ran.status, ran.stderr]).toEqual([64, expect.stringContaining('policy.yaml:1')]);
    expect(user.tree()).toEqual(was);
  });

  test('a damaged manifest restores nothing by guessing', async () => {
    await user.run(['init', '--yes']);
    user.write('.local/state/permesso/install/manifest.json', '{"version":1,"files":[{}]', 0o600);
    const ran = await user.run(['uninstall', '--yes']);
    expect([ran.status, ran.stderr]).toEqual([70, expect.stringContaining('is damaged')]);
  });

  test('a backup that was tampered with is not put back', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const tree = user.tree();
    const [backup = ''] = Object.keys(tree).filter((path) => path.endsWith('.before'));
    user.write(backup, '{ "permissions": { "allow": ["Bash"] } }', 0o600);
    await user.run(['uninstall', '--yes']);
    expect(user.read('dotfiles/claude/settings.json')).not.toContain('"Bash"]');
    expect(user.read('dotfiles/claude/settings.json')).not.toContain('--launched');
  });

  test('backups are for the person alone: settings hold keys', async () => {
    await user.run(['init', '--yes']);
    const kept = Object.entries(user.tree()).filter(([path]) => path.includes('permesso/install/'));
    expect(kept.length).toBeGreaterThan(2);
    for (const [, what] of kept) expect(what).toMatch(/^file 600 /);
    expect(user.tree()['.local/state/permesso/install']).toBe('folder 700');
  });
});

describe('Codex', () => {
  test('the hook is trusted with the hash that the program names', async () => {
    const PATH = playedCodex(user);
    const was = user.tree();
    expect((await user.run(['init', '--yes', '--host', 'codex'], { PATH })).status).toBe(0);
    const state = at(parseToml(user.read('.codex/config.toml')), 'hooks', 'state') as Json;
    const key = `${join(user.home, '.codex/hooks.json')}:pre_tool_use:0:0`;
    expect(Object.keys(state)).toEqual([key]);
    expect(at(state, key, 'trusted_hash')).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect((await user.run(['init', '--yes', '--host', 'codex'], { PATH })).stdout).toContain(
      'nothing to do',
    );
    await user.run(['uninstall', '--yes'], { PATH });
    expect(user.tree()).toEqual(was);
  });

  test('without the program it is said that the hook must be trusted by hand', async () => {
    const ran = await user.run(['init', '--dry-run', '--host', 'codex']);
    expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain('type /hooks, and trust the hook of permesso');
  });
});

describe('OpenClaw', () => {
  test('its folder and its entries come and go, comments and other plug-ins stay', async () => {
    const text = `{
  // mine
  "plugins": { "entries": { "memory": { "enabled": true } }, }, // kept
}
`;
    user.write('.openclaw/openclaw.json', text);
    const was = user.tree();
    expect((await user.run(['init', '--yes', '--host', 'openclaw'])).status).toBe(0);
    const { plugins } = settings('.openclaw/openclaw.json');
    const folder = join(user.home, '.openclaw/permesso-plugin');
    expect(plugins).toMatchObject({
      load: { paths: [folder] },
      entries: { memory: { enabled: true }, permesso: { enabled: true } },
    });
    expect(JSON.parse(user.read('.openclaw/permesso-plugin/openclaw.plugin.json'))).toMatchObject({
      id: 'permesso',
      activation: { onStartup: true },
    });
    await user.run(['uninstall', '--yes']);
    expect(user.tree()).toEqual(was);
  });
});
