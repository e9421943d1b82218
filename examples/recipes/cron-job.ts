/** A job at night: nobody can be asked, so everything runs or is denied, and the morning shows which rule was missing. */
import assert from 'node:assert/strict';
import { createGate } from '@permesso/gate';
import { memoryLog } from '@permesso/gate/stores';
import { collectRefusals, exitCodeFor, printSummary, summarise } from '@permesso/gate/summary';

const log = memoryLog();
const gate = createGate({
  policy: {
    mode: 'dontAsk',
    allow: ['Read', 'Bash(npm run:*)', { rule: 'send_mail', limit: { calls: 2, per: 'hour', over: 'deny' } }],
    deny: ['Bash(git push:*)'],
  },
  interactive: false,
  log,
});
const refusals = collectRefusals(gate);

/** What the agent wanted that night. */
const calls = [
  { tool: 'Bash', input: { command: 'npm run report' } },
  { tool: 'Bash', input: { command: 'git log --since=yesterday' } },
  { tool: 'Bash', input: { command: 'docker compose up -d' } },
  { tool: 'Bash', input: { command: 'git push' } },
  ...['ann', 'bob', 'carol'].map((to) => ({ tool: 'send_mail', input: { to } })),
];
const verdicts: string[] = [];
for (const call of calls) {
  const said = await gate.authorize(call);
  verdicts.push(said.verdict);
  // Your own code runs it here, and says how it went.
  if (said.verdict === 'allow') said.ran({ ok: true });
}
assert.deepEqual(verdicts, ['allow', 'allow', 'deny', 'deny', 'allow', 'allow', 'deny']);

// In the job's output: what was denied, and the rule that would have allowed it.
const summary = summarise(refusals);
const text = printSummary(summary, 'text');
assert.match(text, /docker compose up -d/);
process.stdout.write(`${text}\n`);

// The scheduler sees that something was missing.
assert.notEqual(exitCodeFor(summary), 0);
assert.equal(log.entries.filter(({ type }) => type === 'decided').length, calls.length);
process.stdout.write('cron job: 4 of 7 calls ran, 3 were denied, nobody was woken\n');
