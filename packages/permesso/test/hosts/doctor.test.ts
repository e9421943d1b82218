import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newUser, playedClaude, type NewUser } from './new-user.ts';

let user: NewUser;

beforeEach(() => {
  user = newUser();
});

afterEach(() => user.remove());

interface Report {
  readonly machine: readonly Check[];
  readonly hosts: readonly {
    readonly name: string;
    readonly checks: readonly Check[];
    readonly shadows: readonly { readonly what: string; readonly file: string; readonly line?: number }[];
    readonly canary: { readonly result: string; readonly why: string; readonly at?: string };
  }[];
}

interface Check {
  readonly name: string;
  readonly is: string;
  readonly what: string;
}

async function report(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Report & { status: number }> {
  const ran = await user.run(['doctor', ...args, '--json'], env);
  return { status: ran.status, ...(JSON.parse(ran.stdout) as Report) };
}

describe('what the settings say', () => {
  test('before init nothing is registered, afterwards everything, and nothing is proven', async () => {
    const before = await report([]);
    expect(before.status).toBe(2);
    expect(before.hosts.map(({ name, checks }) => [name, checks[0]?.is])).toEqual([
      ['claude-code', 'wrong'],
      ['codex', 'wrong'],
      ['gemini-cli', 'wrong'],
    ]);
    await user.run(['init', '--yes']);
    const after = await report(['claude-code', 'gemini-cli']);
    expect(after.status).toBe(1);
    expect(after.hosts.map(({ checks, canary }) => [checks.map(({ is }) => is), canary.result])).toEqual([
      [['ok', 'ok', 'ok'], 'unproven'],
      [['ok', 'ok'], 'unproven'],
    ]);
    expect(after.machine.map(({ name, is }) => [name, is])).toEqual([
      ['policy', 'ok'],
      ['state', 'ok'],
      ['hook', 'ok'],
      ['deadline', 'ok'],
    ]);
  });

  test('a Codex hook that nobody could trust is not called registered', async () => {
    await user.run(['init', '--yes', '--host', 'codex']);
    const { hosts } = await report(['codex']);
    expect(hosts[0]?.checks[0]).toMatchObject({ is: 'unknown', what: expect.stringContaining('trust') });
  });

  test.each([
    ['claude-code', '.claude/settings.local.json', '{\n  "disableAllHooks": true\n}\n', 2],
    ['gemini-cli', '.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }', 1],
    ['gemini-cli', '.gemini/settings.json', '{ "hooksConfig": { "disabled": ["permesso"] } }', 1],
    ['codex', '.codex/config.toml', '[features]\nhooks = false\n', 2],
  ])('what switches hooks off is found, with its line: %s %s', async (host, path, text, line) => {
    await user.run(['init', '--yes', '--host', host]);
    user.write(`shop/${path}`, text);
    const { status, hosts } = await report([host]);
    expect(status).toBe(2);
    expect(hosts[0]?.shadows).toMatchObject([{ file: `${user.project}/${path}`, line }]);
  });

  test('an entry that somebody weakened is not what init would write', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const path = 'dotfiles/claude/settings.json';
    user.write(path, user.read(path).replace('"onFailure": "block"', '"onFailure": "continue"'), 0o640);
    const { status, hosts } = await report(['claude-code']);
    expect([status, hosts[0]?.checks[0]?.is]).toEqual([2, 'wrong']);
  });

  test.each<readonly [string, () => void, RegExp]>([
    [
      'not first',
      () => {
        const path = 'dotfiles/claude/settings.json';
        user.write(
          path,
          user.read(path).replace(/"permesso-[0-9a-f]+@skills-dir"/, '"other@skills-dir", $&'),
          0o640,
        );
      },
      /is not the first entry of prependPlugins/,
    ],
    [
      'switched off by the project',
      () => {
        const [id = ''] =
          /permesso-[0-9a-f]+@skills-dir/.exec(user.read('dotfiles/claude/settings.json')) ?? [];
        user.write('shop/.claude/settings.json', JSON.stringify({ enabledPlugins: { [id]: false } }));
      },
      /shop\/\.claude\/settings\.json switches the guard mod off/,
    ],
  ])('a guard mod that is %s is wrong, and so is a mod that it would refuse', async (_how, weaken, what) => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    user.write('shop/.claude/skills/x/hooks/hooks.json', '{ "modules": ["./x.js"] }');
    user.write(
      'shop/.claude/skills/x/hooks/x.js',
      "export const register = (on) => { on('tool.call', f); };",
    );
    const guarded = await report(['claude-code']);
    expect(guarded.status).toBe(1);
    expect(guarded.hosts[0]?.checks.find(({ name }) => name === 'other-code')?.what).toContain('tool.call');
    weaken();
    const { status, hosts } = await report(['claude-code']);
    expect(status).toBe(2);
    expect(hosts[0]?.checks.find(({ name }) => name === 'guard')).toMatchObject({
      is: 'wrong',
      what: expect.stringMatching(what),
    });
    expect(hosts[0]?.shadows).toMatchObject([{ what: expect.stringContaining('no guard mod is in place') }]);
  });

  test('a hook that is gone, a policy that does not load, a freeze', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const path = 'dotfiles/claude/settings.json';
    user.write(path, user.read(path).replaceAll(process.execPath, '/nowhere/node'), 0o640);
    const { hosts } = await report(['claude-code']);
    expect(hosts[0]?.checks.map(({ what }) => what)).toContain(
      '/nowhere/node is gone: every call is refused',
    );
    user.write('.config/permesso/policy.yaml', 'deny: [Bash(]\n', 0o600);
    const broken = await report(['claude-code']);
    expect(broken.machine[0]).toMatchObject({ name: 'policy', is: 'wrong' });
  });
});

/** Without what the program leaves for these tests, and what node keeps compiled. */
function settled(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(user.tree()).filter(
      ([path]) => path !== 'seen.json' && !path.includes('permesso/compiled'),
    ),
  );
}

describe('the canary', () => {
  test('says which program it starts, and reports each as it ends', async () => {
    const PATH = playedClaude(user, 'obeys');
    await user.run(['init', '--yes', '--host', 'claude-code'], { PATH });
    const { stdout, stderr } = await user.run(['doctor', 'claude-code', '--canary'], { PATH });
    expect(stderr).toContain('Starting Claude Code (1 of 1): it tries a denied call ...');
    expect(stdout).toMatch(/^This machine[^]*\nClaude Code \([^]*proven/u);
    expect((await user.run(['doctor', 'claude-code'], { PATH })).stderr).not.toContain('Starting');
  });

  /** Stand-ins for the program: the real ones run with the host tests. */
  test.each([
    ['obeys', 'proven'],
    ['deaf', 'failed'],
    ['lame', 'unproven'],
    ['mute', 'unproven'],
    // It lets a mod of the project answer before the hook, guard or not.
    ['modded', 'failed'],
  ] as const)('a program that is %s: %s', async (manner, result) => {
    const PATH = playedClaude(user, manner);
    await user.run(['init', '--yes', '--host', 'claude-code'], { PATH });
    const before = settled();
    const { status, hosts } = await report(['claude-code', '--canary'], { PATH });
    expect(hosts[0]?.canary).toMatchObject({ result, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(status).toBe({ proven: 0, failed: 2, unproven: 1 }[result]);
    const { '.local/state/permesso/canary.json': record, ...after } = settled();
    expect(record).toMatch(/^file 600 /);
    expect(after).toEqual(before);
  });

  test('sees nothing of the person: no settings but the hook, no variables, no login', async () => {
    const PATH = playedClaude(user, 'obeys');
    await user.run(['init', '--yes', '--host', 'claude-code'], { PATH });
    await report(['claude-code', '--canary'], { PATH, ANTHROPIC_API_KEY: 'sk-ant-real', SECRET_THING: 'x' });
    const seen = JSON.parse(user.read('seen.json')) as {
      env: Record<string, string>;
      settings: object;
      skills: readonly string[];
    };
    expect(seen.env['HOME']).not.toBe(user.home);
    expect(seen.env['ANTHROPIC_API_KEY']).toBe('dummy');
    expect(seen.env['ANTHROPIC_BASE_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(seen.env).not.toHaveProperty('SECRET_THING');
    expect(Object.keys(seen.settings)).toEqual(['hooks', 'prependPlugins']);
    expect(seen.skills).toEqual(['permesso', expect.stringMatching(/^permesso-[0-9a-f]{16}$/)]);
  });

  test('is told again until the registration or the program changes', async () => {
    const PATH = playedClaude(user, 'obeys');
    await user.run(['init', '--yes', '--host', 'claude-code'], { PATH });
    await report(['claude-code', '--canary'], { PATH });
    expect((await report(['claude-code'], { PATH })).hosts[0]?.canary.result).toBe('proven');
    playedClaude(user, 'deaf');
    expect((await report(['claude-code'], { PATH })).hosts[0]?.canary).toMatchObject({
      result: 'unproven',
      why: expect.stringContaining('changed since'),
    });
    playedClaude(user, 'obeys');
    await report(['claude-code', '--canary'], { PATH });
    expect((await report(['claude-code'], { PATH })).hosts[0]?.canary.result).toBe('proven');
    const path = 'dotfiles/claude/settings.json';
    user.write(path, user.read(path).replace('"onFailure": "block"', '"onFailure": "continue"'), 0o640);
    expect((await report(['claude-code'], { PATH })).hosts[0]?.canary).toMatchObject({
      result: 'unproven',
      why: expect.stringContaining('changed since'),
    });
  });

  test('says so where there is no program to try', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const { hosts } = await report(['claude-code', '--canary']);
    expect(hosts[0]?.canary).toMatchObject({ result: 'unproven', why: 'its program is not on PATH' });
  });
});
