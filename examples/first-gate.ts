/**
 * An agent's tools behind a gate: a tool of your own, a person who is asked once, and an answer that is remembered.
 * Checks itself. From the repository: `npm run build`, then `node examples/first-gate.ts`.
 */
import assert from 'node:assert/strict';
import { createGate, defineTool } from '@permesso/gate';
import { scriptedApprover } from '@permesso/gate/approvers';
import { printDecision } from '@permesso/gate/rules';

const deploy = defineTool({
  name: 'deploy',
  subject: (input) => (typeof input['target'] === 'string' ? input['target'] : undefined),
  // Whatever the allow rules say: nobody deploys to production without a person's yes.
  check: (input) =>
    input['target'] === 'production'
      ? { outcome: 'safety', code: 'production', reason: 'production serves customers' }
      : { outcome: 'pass' },
});

/** Says yes to the first question for the whole session, with the narrowest rule on offer, and then no. */
const person = scriptedApprover([
  ({ decision }) => ({ verdict: 'allow', scope: 'session', rules: decision.suggestions[0]?.rules ?? [] }),
  { verdict: 'deny', comment: 'Deploy to staging first.' },
]);

const gate = createGate({
  policy: {
    allow: ['Read', 'deploy(staging-*)'],
    deny: ['mcp__legacy__*'],
  },
  tools: [deploy],
  approver: person,
});

// A rule on the tool's own subject allows this one without a question.
const staging = await gate.authorize({ tool: 'deploy', input: { target: 'staging-1' } });
assert.equal(staging.verdict, 'allow');
assert.equal(person.asked.length, 0);

// No rule speaks about this one: the person is asked, and the answer holds for the session.
const call = { tool: 'mcp__github__create_issue', input: { title: 'Broken link' } };
const first = await gate.authorize(call);
assert.equal(first.verdict, 'allow');
assert.deepEqual(person.asked[0]?.decision.suggestions[0]?.rules, ['mcp__github__create_issue']);
assert.equal((await gate.check(call)).verdict, 'allow');
assert.equal((await gate.check({ ...call, session: 'another session' })).verdict, 'ask');

// The tool's own safety check asks, no rule is offered for it, and the person's words reach the model.
const production = await gate.authorize({ tool: 'deploy', input: { target: 'production' } });
assert.equal(production.verdict, 'deny');
assert.equal(production.guidance, 'Deploy to staging first.');
assert.deepEqual(production.decision.suggestions, []);

// What a rule denies without condition is not even shown to the model.
assert.deepEqual(gate.visibleTools(['Read', 'mcp__legacy__drop']), ['Read']);

// A mode is a contract: exploring changes nothing.
gate.setMode('explore');
const write = await gate.check({ tool: 'Write', input: { file_path: '/tmp/a.txt' } });
assert.equal(write.verdict, 'deny');
process.stdout.write(`${printDecision(write)}\n`);
