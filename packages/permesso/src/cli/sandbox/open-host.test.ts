import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commands } from '../commands.ts';
import { runCommandLine } from '../run-command.ts';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly policy: string;
}

/** In a project of a home with nothing else in it, answered by a person or by nobody. */
async function openHost(
  argv: readonly string[],
  reply: string | undefined,
  policy = 'sandbox: on\n',
): Promise<Said> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-host-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('XDG_STATE_HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(home, '.config/permesso/policy.yaml');
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(file, policy, { mode: 0o600 });
  const out: string[] = [];
  const say = (text: string): void => void out.push(text);
  const code = await runCommandLine(['sandbox', 'host', ...argv, '--to', 'user', '--cwd', home], commands, {
    print: say,
    complain: say,
    width: 80,
    ask: async () => reply,
  });
  return { code, out: out.join('\n'), policy: readFileSync(file, 'utf8') };
}

test('opens a host for as long as the person was told', async () => {
  const { code, out, policy } = await openHost(['api.example.com', '--for', '2d'], 'y');
  const [, expires = ''] = /"expires":"([^"]+)"/.exec(policy) ?? [];
  const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000);
  expect([code, Math.round(days)]).toEqual([0, 2]);
  expect(policy).toBe(`sandbox: { use: on, hosts: [{"host":"api.example.com","expires":"${expires}"}] }\n`);
  expect(out).toContain(`Open until ${expires}: api.example.com`);
});

test.each([
  ['nobody is there', undefined, 'only a person can'],
  ['the person says no', 'n', 'Nothing was opened.'],
  ['the person says nothing', '', 'Nothing was opened.'],
])('opens nothing where %s', async (_, reply, said) => {
  const { code, out, policy } = await openHost(['api.example.com'], reply);
  expect([code, policy]).toEqual([1, 'sandbox: on\n']);
  expect(out).toContain(said);
});

test.each([[['not a host']], [['a.example', 'b.example']], [[]], [['a.example', '--for', 'ever']]])(
  'refuses %j',
  async (argv) => {
    const { code, policy } = await openHost(argv, 'y');
    expect([code, policy]).toEqual([64, 'sandbox: on\n']);
  },
);
