import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { log as logCommand } from '../../src/cli/commands/log.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { createGate, fixedWorld, type Approver } from '@permesso/gate';
import { fileLog } from '@permesso/gate/stores';

let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-summary-'));
  await run();
});
afterEach(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));

const answers: Approver = ({ call }) =>
  Promise.resolve(
    call.input['command'] === 'make b' ? { verdict: 'allow' } : { verdict: 'deny', comment: 'not now' },
  );

/** A job: one call runs, one is denied by a rule, one twice for want of a rule; then a person answers two. */
async function run(): Promise<void> {
  const log = fileLog({ directory });
  const options = {
    policy: { allow: ['Bash(npm test:*)'], deny: ['Bash(git push:*)'] },
    world: () => fixedWorld(),
    log,
  };
  const headless = createGate({ ...options, interactive: false });
  for (const command of ['npm test', 'make a', 'make a', 'git push'])
    await headless.authorize({ tool: 'Bash', input: { command }, session: 'job' });
  const attended = createGate({ ...options, approver: answers });
  for (const command of ['make b', 'make c'])
    await attended.authorize({ tool: 'Bash', input: { command }, session: 'attended' });
  await attended.consult({ tool: 'Bash', input: { command: 'make d' }, session: 'host' });
  log.close();
}

async function permesso(...args: readonly string[]): Promise<{ exit: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const exit = await runCommandLine(['log', 'summary', '--log', directory, ...args], [logCommand], {
    print: (text) => (out += `${text}\n`),
    complain: (text) => (err += `${text}\n`),
    width: 80,
  });
  return { exit, out, err };
}

describe('permesso log summary', () => {
  test('says what was refused and exactly what to add', async () => {
    const { exit, out } = await permesso('--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toEqual({
      decided: 7,
      refused: 4,
      unanswered: 1,
      refusals: [
        { tool: 'Bash', what: 'make a', why: 'no rule allows it', rules: ['Bash(make a)'], times: 2 },
        { tool: 'Bash', what: 'git push', why: 'Bash(git push:*) denies it', rules: [], times: 1 },
        { tool: 'Bash', what: 'make c', why: 'no rule allows it', rules: ['Bash(make c)'], times: 1 },
      ],
      rules: ['Bash(make a)', 'Bash(make c)'],
    });
  });

  test('of one session, and the rules let its calls through', async () => {
    const { out } = await permesso('--session', 'job', '--json');
    const { rules } = JSON.parse(out) as { readonly rules: readonly string[] };
    const gate = createGate({ policy: { allow: [...rules] }, world: () => fixedWorld() });
    expect((await gate.check({ tool: 'Bash', input: { command: 'make a' } })).verdict).toBe('allow');
  });

  test.each([
    [['--format', 'markdown'], '| Bash | <code>make a</code> (2 times) |'],
    [
      ['--format', 'junit'],
      '<failure type="refused" message="no rule allows it">Add: Bash(make a)</failure>',
    ],
    [['--format', 'text'], '4 of 7 calls refused, 1 asked about without an answer here'],
    [[], 'To allow these calls, add to .permesso/policy.yaml:'],
  ])('%j', async (args, holds) => {
    expect((await permesso(...args)).out).toContain(holds);
  });

  test.each([
    [[], 0],
    [['--fail-on', 'never'], 0],
    [['--fail-on', 'deny'], 3],
    [['--fail-on', 'deny', '--exit-code', '42'], 42],
    [['--fail-on', 'deny', '--session', 'host'], 0],
    [['--fail-on', 'ask', '--session', 'host'], 3],
    [['--fail-on', 'sometimes'], 64],
    [['--exit-code', '256'], 64],
    [['--format', 'html'], 64],
  ])('%j ends with %i', async (args, exit) => {
    expect((await permesso(...args)).exit).toBe(exit);
  });
});
