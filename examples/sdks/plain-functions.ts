/**
 * Any function behind a gate, and a policy under test.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import assert from 'node:assert/strict';
import { createGate } from '@permesso/gate';
import { guard, NotPermitted } from '@permesso/gate/guard';
import { expectDecision, scriptedApprover } from '@permesso/gate/testing';

const sent: string[] = [];
const person = scriptedApprover([
  { verdict: 'allow', scope: 'session', rules: ['transfer'] },
  { verdict: 'deny', comment: 'That account is closed.' },
]);
const gate = createGate({
  policy: { deny: [{ rule: 'transfer', when: { amount: { gt: 1000 } }, guidance: 'Split it.' }] },
  approver: person,
});

interface Transfer extends Record<string, unknown> {
  readonly to: string;
  readonly amount: number;
}
const transfer = guard(gate, { tool: 'transfer' }, ({ to, amount }: Transfer) =>
  sent.push(`${to} ${amount}`),
);

// The first is asked about and granted for the session, so the second is not asked about.
await transfer({ to: 'anna', amount: 10 }, { session: 'a' });
await transfer({ to: 'ben', amount: 20 }, { session: 'a' });
assert.equal(person.asked.length, 1);

// Another session asks again; a rule denies whatever was granted. The message is for the model.
await assert.rejects(transfer({ to: 'eve', amount: 10 }, { session: 'b' }), /That account is closed\./);
await assert.rejects(transfer({ to: 'anna', amount: 5000 }, { session: 'a' }), (error) => {
  assert(error instanceof NotPermitted);
  assert.equal(error.decision?.verdict, 'deny');
  return /Split it\./.test(error.message);
});
assert.deepEqual(sent, ['anna 10', 'ben 20']);

// The same gate in a test of your policy; a failure shows the receipt.
expectDecision(gate, { tool: 'transfer', input: { amount: 5000 } })
  .toBe('deny')
  .by('transfer')
  .saying('Split it.');
