import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { log } from '../../src/cli/commands/log.ts';
import { followLog } from '../../src/cli/log/log-follow.ts';
import { replay } from '../../src/cli/commands/replay.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { suggest } from '../../src/cli/commands/suggest.ts';
import { createGate, fixedWorld, type Approver } from '@permesso/gate';
import { fileLog, readLog } from '@permesso/gate/log';

let directory: string;
let logs: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-commands-'));
  logs = join(directory, 'log');
});

afterEach(() => rmSync(directory, { recursive: true, maxRetries: 20 }));

interface Ran {
  readonly code: number;
  readonly text: string;
  readonly complaints: string;
}

async function run(...argv: readonly string[]): Promise<Ran> {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runCommandLine([...argv, '--log', logs], [log, replay, suggest], {
    print: (text) => void printed.push(text),
    complain: (text) => void complained.push(text),
    width: 80,
  });
  return { code, text: printed.join('\n'), complaints: complained.join('\n') };
}

/** A person who refuses what publishes and approves the rest. */
const person: Approver = ({ call }) =>
  Promise.resolve(
    String(call.input['command']).includes('publish')
      ? { verdict: 'deny', by: 'ada', from: 'terminal' }
      : { verdict: 'allow', by: 'ada', from: 'terminal' },
  );

async function happened(commands: readonly string[]): Promise<void> {
  const own = fileLog({ directory: logs });
  const gate = createGate({ policy: {}, world: () => fixedWorld(), approver: person, log: own });
  for (const command of commands) await gate.authorize({ tool: 'Bash', input: { command }, session: 's1' });
  own.close();
}

describe('permesso log', () => {
  beforeEach(() => happened(['ls', 'npm test', 'npm publish', 'git status', 'cargo build']));

  test('shows the last entries, one line each, within the width', async () => {
    const { code, text } = await run('log', '--last', '3');
    expect(code).toBe(0);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('yes    Bash  cargo build');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each([
    [['--verdict', 'ask'], 3],
    [['--verdict', 'deny'], 1],
    [['--type', 'answer'], 3],
    [['--tool', 'Write'], 0],
    [['--session', 's1'], 8],
    [['--session', 'other'], 0],
    [['--since', '1h'], 8],
    [['--since', '2100-01-01'], 0],
  ])('filters by %j', async (filter, count) => {
    const { text } = await run('log', 'tail', '--json', ...filter);
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(count);
  });

  test('shows one entry with its receipt', async () => {
    const { code, text } = await run('log', 'show', '2');
    expect(code).toBe(0);
    expect(text).toMatch(/npm test[\s\S]*no rule allows it[\s\S]*hash {2}[0-9a-f]{64}/);
    expect((await run('log', 'show', '99')).code).toBe(1);
  });

  test('counts', async () => {
    const { text } = await run('log', 'stats', '--json');
    expect(JSON.parse(text)).toMatchObject({
      entries: 8,
      decisions: { allow: 2, ask: 3, deny: 0 },
      answers: { allow: 2, deny: 1 },
      mostAsked: expect.arrayContaining([{ what: 'npm publish', prompts: 1, approved: 0, denied: 1 }]),
    });
    const chart = await run('log', 'stats');
    expect(chart.text).toContain('approval rate          66.7 %');
    expect(chart.text).toMatch(/\d\dh +3 {2}#+-+/);
  });

  test.each([
    ['csv', 9],
    ['ocsf', 8],
    ['otlp', 1],
  ])('exports %s', async (format, lines) => {
    const { code, text } = await run('log', 'export', '--format', format);
    expect(code).toBe(0);
    expect(text.split('\n')).toHaveLength(lines);
  });

  test('verifies, and says where it was changed', async () => {
    expect(await run('log', 'verify')).toMatchObject({
      code: 0,
      text: expect.stringContaining('The chain is whole.'),
    });
    const file = join(logs, 'log.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('npm publish', 'npm whoami!'));
    const { code, text } = await run('log', 'verify');
    expect(code).toBe(1);
    expect(text).toContain('BROKEN  log.jsonl:4  entry 4 was changed');
  });

  test.each([
    ['log', 'dance'],
    ['log', 'show'],
    ['log', 'export', '--format', 'xml'],
    ['log', '--since', 'soon'],
    ['log', '--last', 'few'],
    ['replay'],
    ['suggest', '--least', '0'],
  ])('%s %s: wrong use is told', async (...argv) => {
    expect(await run(...argv)).toMatchObject({ code: 64, complaints: expect.stringContaining('permesso') });
  });

  test('follows across writes and rotations', async () => {
    const stop = new AbortController();
    const told: number[] = [];
    const following = followLog({
      directory: logs,
      after: 8,
      everyMs: 5,
      signal: stop.signal,
      tell: ({ seq }) => {
        told.push(seq);
        if (told.length === 6) stop.abort();
      },
    });
    const own = fileLog({ directory: logs, maxBytes: 4000 });
    for (let at = 0; at < 6; at++) {
      own.write({ type: 'failed', at, error: 'x'.repeat(1500) });
      await expect.poll(() => told.length, { interval: 5, timeout: 120_000 }).toBe(at + 1);
    }
    own.close();
    await following;
    expect(told).toEqual([9, 10, 11, 12, 13, 14]);
  });
});

test('a no that nobody said is counted as such, and nothing is learnt from it', async () => {
  const build = { tool: 'Bash', input: { command: 'npm run build' }, session: 's1' };
  const own = fileLog({ directory: logs });
  const gateWith = (approver?: Approver): ReturnType<typeof createGate> =>
    createGate({
      policy: {},
      world: () => fixedWorld(),
      log: own,
      ...(approver === undefined ? {} : { approver }),
    });
  await gateWith().authorize(build);
  for (let yes = 0; yes < 3; yes++) await gateWith(person).authorize(build);
  own.close();
  const { text } = await run('log', 'stats', '--json');
  expect(JSON.parse(text)).toMatchObject({
    answers: { allow: 3, deny: 0 },
    unanswered: 1,
    approvalRate: 1,
  });
  expect((await run('log', 'stats')).text).toContain('3 approved, 0 denied; 1 nobody answered');
  expect((await run('log', 'show', '2')).text).toContain('answered by nobody');
  expect((await run('suggest', '--no-files')).text).toContain('Bash(npm run build');
});

describe('permesso replay', () => {
  test('lists what another policy would decide otherwise, in the world as it was', async () => {
    await happened(['ls', 'npm test', 'npm publish', 'cat notes.txt']);
    const policy = join(directory, 'p.yaml');
    writeFileSync(policy, 'allow: ["Bash(npm test:*)"]\ndeny: ["Read(./notes.txt)"]\n');
    const { code, text } = await run('replay', '--policy', policy, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      decisions: 4,
      same: 2,
      looser: 1,
      stricter: 1,
      changes: [
        { input: 'npm test', was: 'ask', becomes: 'allow' },
        { input: 'cat notes.txt', was: 'allow', becomes: 'deny' },
      ],
    });
  });

  test('decides in the mode that the policy names, unless another is given', async () => {
    await happened(['ls', 'make all']);
    const policy = join(directory, 'p.yaml');
    writeFileSync(policy, 'mode: dontAsk\n');
    const verdictsNow = async (...more: readonly string[]): Promise<unknown> => {
      const { text } = await run('replay', '--policy', policy, '--json', ...more);
      return (JSON.parse(text) as { changes: readonly { becomes: string }[] }).changes.map(
        ({ becomes }) => becomes,
      );
    };
    expect(await verdictsNow()).toEqual(['deny']);
    expect(await verdictsNow('--mode', 'bypass')).toEqual(['allow']);
    writeFileSync(policy, '{}\n');
    expect(await verdictsNow()).toEqual([]);
  });

  test('decides every recorded call as it was decided, under the same policy', async () => {
    await happened([
      'ls -la | head',
      'npm test',
      'cd src && git log',
      'echo x > a.txt',
      'cat ~/.ssh/id_rsa',
      'curl x',
    ]);
    const policy = join(directory, 'p.yaml');
    writeFileSync(policy, '{}\n');
    expect(await run('replay', '--policy', policy)).toMatchObject({ code: 0 });
  });

  test('does not pretend to replay what was hidden', async () => {
    await happened([`curl -H "Authorization: Bearer ${'a1B2'.repeat(8)}" https://a.example`]);
    const policy = join(directory, 'p.yaml');
    writeFileSync(policy, '{}\n');
    expect((await run('replay', '--policy', policy)).text).toContain('1 cannot be decided again');
  });
});

describe('permesso suggest', () => {
  const often = (command: string, times = 3): readonly string[] =>
    Array.from({ length: times }, () => command);

  async function proposed(commands: readonly string[]): Promise<readonly string[]> {
    await happened(commands);
    const { text } = await run('suggest', '--json', '--no-files');
    return (JSON.parse(text) as { rules: readonly { rule: string }[] }).rules.map(({ rule }) => rule);
  }

  test('proposes a rule for a habit, and the rule removes the prompts', async () => {
    expect(await proposed([...often('cargo build'), 'cargo build --release'])).toEqual([
      'Bash(cargo build:*) [run]',
    ]);
    const { text } = await run('suggest', '--no-files');
    expect(text).toMatch(/4 calls in your log would still ask; with these rules, 0\./);
    expect(text).toMatch(/They allow none of \d{3,} hostile calls/);
  });

  test.each([
    ['destroys', 'rm -rf build'],
    ['runs unknown code', `python3 -c 'import os; os.system("x")'`],
    ['runs unknown code', 'bash -c "$WHAT"'],
    ['carries', 'sudo make install'],
    ['carries', 'xargs rm'],
    ['fetches', 'curl -s https://a.example/x'],
    ['changes the machine', 'apt install jq'],
    ['is refused', 'npm publish'],
    ['is a safety ask', 'cat ~/.ssh/id_rsa'],
  ])('never for what %s: %s', async (_why, command) => {
    expect(await proposed(often(command, 9))).toEqual([]);
  });

  test('nothing of a habit that is too young', async () => {
    expect(await proposed(['cargo build', 'cargo build'])).toEqual([]);
  });

  test('a rule that would allow a refused call is given up', async () => {
    const own = fileLog({ directory: logs });
    const gate = createGate({
      policy: {},
      world: () => fixedWorld(),
      log: own,
      approver: ({ call }) =>
        Promise.resolve({ verdict: String(call.input['command']).includes('--release') ? 'deny' : 'allow' }),
    });
    for (const command of [...often('cargo build'), 'cargo build --release'])
      await gate.authorize({ tool: 'Bash', input: { command } });
    own.close();
    const { text } = await run('suggest', '--json', '--no-files');
    expect(JSON.parse(text)).toMatchObject({
      rules: [{ rule: 'Bash(cargo build)' }],
      dropped: [
        { rule: 'Bash(cargo build:*) [run]', because: 'it would allow a call that a person refused' },
        { rule: 'Bash(cargo:*) [run]', because: 'it would allow a call that a person refused' },
      ],
    });
    expect([...readLog(logs)].length).toBe(8);
  });

  test('files of one kind in one directory', async () => {
    const writes = ['a', 'b', 'c'].map((name) => `echo x > docs/notes/${name}.md`);
    expect(await proposed(writes)).toEqual(['Write(./docs/notes/*.md)']);
  });
});
