/** Many customers, one gate: what may happen depends on who asks, and what one person approves counts for nobody else. */
import assert from 'node:assert/strict';
import { createGate } from '@permesso/gate';
import { guard, NotPermitted } from '@permesso/gate/guard';

const paid: string[] = [];

const gate = createGate({
  policy: {
    allow: [
      {
        rule: 'refund',
        when: {
          'principal.roles': { contains: 'billing' },
          amount: { lte: { $ref: 'principal.attributes.refundLimit' } },
        },
      },
    ],
    // Nobody works on orders of another tenant, whatever the model was talked into.
    deny: [{ rule: 'refund', when: { tenant: { not: { equals: { $ref: 'principal.tenant' } } } } }],
  },
  // Your own page. Here the person takes the first rule on offer, for as long as they are a user.
  approver: async ({ decision: { suggestions } }) => ({
    verdict: 'allow',
    scope: 'user',
    rules: suggestions[0]?.rules ?? [],
  }),
});

const refund = guard(gate, { tool: 'refund' }, ({ tenant, amount }: { tenant: string; amount: number }) =>
  paid.push(`${tenant} ${amount}`),
);

/** From the signed-in request, never from its body and never from the model. */
const person = (tenant: string, user: string, roles: readonly string[] = []) => ({
  principal: { tenant, user, session: `${user}'s chat`, roles, attributes: { refundLimit: 50 } },
});
const ann = person('acme', 'ann', ['billing']);
const bob = person('acme', 'bob');
const eve = person('other', 'eve', ['billing']);

// Ann is in billing: 50 runs without a question.
await refund({ tenant: 'acme', amount: 50 }, ann);
// Bob is not: he is asked, and remembers the answer.
await refund({ tenant: 'acme', amount: 5 }, bob);
assert.deepEqual(paid, ['acme 50', 'acme 5']);

// What Bob approved counts for Bob, in this tenant, and for nobody else.
const verdict = async ({ principal }: ReturnType<typeof person>): Promise<string> =>
  (await gate.check({ tool: 'refund', input: { tenant: 'acme', amount: 5 }, principal })).verdict;
assert.equal(await verdict(bob), 'allow');
assert.equal(await verdict(person('acme', 'carol')), 'ask');

// Eve is in billing, of another tenant.
await assert.rejects(refund({ tenant: 'acme', amount: 1 }, eve), NotPermitted);
assert.equal(paid.length, 2);
process.stdout.write('tenants: each person has their own limits and their own approvals\n');
