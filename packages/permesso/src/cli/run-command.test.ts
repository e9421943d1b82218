import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commands } from './commands.ts';
import { runCommandLine } from './run-command.ts';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** In a home with nothing in it. */
async function type(...argv: readonly string[]): Promise<Said> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-typed-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  for (const [name, value] of [
    ['HOME', home],
    ['XDG_CONFIG_HOME', ''],
    ['XDG_STATE_HOME', ''],
  ] as const)
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(argv, commands, {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    width: 80,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const loaded = await Promise.all(commands.map(({ load }) => load()));
const everyName = loaded.flatMap(({ name, subcommands = [] }) => [
  name,
  ...subcommands.map((each) => each.name),
]);

describe.each(everyName)('permesso %s --help', (name) => {
  test('fits 80 columns, has an example that starts as it is typed, and says each exit code once', async () => {
    const { code, out } = await type(...name.split(' '), '--help');
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const [, examples = '', codes = ''] = /\nexamples\n(.*)\n\nexit codes\n(.*)$/s.exec(out) ?? [];
    expect(examples).toContain(`permesso ${name}`);
    const said = Array.from(codes.matchAll(/^ {2}(\d+) /gm), ([, number]) => Number(number));
    expect(said).toEqual([...new Set(said)].toSorted((a, b) => a - b));
    expect(said.length).toBeGreaterThan(1);
  });
});

test('the overview fits 80 columns and names every command', async () => {
  const { code, out } = await type('--help');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(commands.filter(({ name }) => !out.includes(`\n  ${name} `))).toEqual([]);
});

test('help is understood as people type it', async () => {
  const { out } = await type('thaw', '--help');
  expect(await type('thaw', '-h')).toMatchObject({ code: 0, out });
  expect(await type('help', 'thaw')).toMatchObject({ code: 0, out });
  expect((await type('-h')).out).toBe((await type('help')).out);
  expect((await type('help', 'admin', 'people')).out).toBe((await type('admin', 'people', '-h')).out);
});

test('the version is that of the package', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const { stdout, status } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

test.each([
  [['chekc', 'ls'], 64, 'unknown command `chekc`; did you mean `check`?'],
  [['check', '--alow', 'x', 'ls'], 64, 'unknown option --alow; did you mean --allow?'],
  [['check', '--allow', 'Bash(', 'ls'], 64, 'allow rule `Bash(`'],
  [['check', '--cwd', '/nowhere/at/all', 'ls'], 64, 'there is no directory /nowhere/at/all'],
  [['conformance', 'nowhere.jsonl'], 64, 'there is no file nowhere.jsonl'],
  [['admin'], 64, 'which? use one of whoami, '],
  [['admin', 'poeple', '--role', 'admin'], 64, 'there is no `admin poeple`; did you mean `people`?'],
  [['admin', 'people', 'add'], 64, 'EMAIL is missing; use: permesso admin people add EMAIL'],
  [['admin', 'people', 'lsit'], 64, 'there is no `admin people lsit`; use list, add, '],
  [['admin', 'people', 'list', '--role', 'admin'], 64, '--role goes with add, not with `admin people list`'],
  [['admin', 'whoami', 'x'], 64, 'unexpected argument `x`; use: permesso admin whoami'],
  [['freeze', 'status'], 64, 'unexpected argument `status`'],
  // As a hook, every other code would let the call run.
  [['hook'], 2, 'which host?'],
  [['hook', 'codx'], 2, 'which host?'],
  [['hook', 'codex', '--ask', 'mum'], 2, '--ask takes window, host'],
  [['hook', 'codex', '--deadlin', '5'], 2, 'did you mean --deadline?'],
])('%j is refused with what was meant', async (argv, code, words) => {
  const said = await type(...argv);
  expect([said.code, said.err]).toEqual([code, expect.stringContaining(words) as string]);
});

test('`permesso` alone says how things are, and five commands', async () => {
  const { code, out, err } = await type();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Agents +not set up; permesso init$/m);
  expect(out).toMatch(/^Waiting +nothing\nToday +no calls$/m);
  expect(out.match(/^ {2}permesso /gm)).toHaveLength(5);
});

test('a log without entries is no error', async () => {
  expect(await type('log')).toEqual({ code: 0, out: 'No calls yet. Give your agent a task.', err: '' });
  expect((await type('log', '--log', '/nowhere')).code).toBe(64);
});

test('a reason freezes', async () => {
  expect((await type('freeze', 'deploy in progress')).out).toContain('Frozen: deploy in progress.');
});

test('a rule is added for a person alone', async () => {
  expect(await type('allow', 'Bash(ls)')).toMatchObject({
    code: 1,
    err: expect.stringContaining('only a person') as string,
  });
});

test('a mistyped freeze freezes nothing', async () => {
  await type('freeze', 'status');
  expect((await type('check', 'ls')).code).toBe(0);
});

test('the public suite is what is run when nothing is named', async () => {
  const { code, out } = await type('conformance', '--only', 'rule-exact', '--json');
  expect(code).toBe(0);
  expect((JSON.parse(out) as { cases: number }).cases).toBeGreaterThan(0);
});
