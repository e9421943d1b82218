import { approvalFiles } from '../../src/approval/stores/approval-files.ts';
import { durableApprover } from '../../src/approval/channels/durable-approver.ts';
import { grantFiles } from '../../src/approval/stores/grant-files.ts';
import { createGate } from '../../src/gate/gate.ts';
import { fixedWorld } from '@permesso/engine/world';

/** One of several processes of a session: asks about its calls and says what became of them. */
const [directory = '', own = '0', asks = '0', kinds = '1'] = process.argv.slice(2);
const session = 's1';
let asked = 0;
let late = 0;
const gate = createGate({
  policy: {},
  world: () => fixedWorld(),
  grants: grantFiles({ state: directory, session, every: 20 }),
  approver: durableApprover({
    store: approvalFiles(`${directory}/approvals`),
    every: 10,
    onLate: () => void late++,
    approver: ({ decision }) => {
      asked++;
      const rules = decision.suggestions[0]?.rules ?? [];
      return Promise.resolve({ verdict: 'allow', scope: 'session', rules, by: own });
    },
  }),
});
let allowed = 0;
let granted = 0;
const failed: string[] = [];
for (let call = 0; call < Number(asks); call++) {
  // All processes go through the same calls, each from another one on.
  const kind = (call + Number(own)) % Number(kinds);
  const input = { command: `make part-${kind}` };
  const authorization = await gate.authorize({ tool: 'Bash', input, session });
  if (authorization.verdict === 'deny')
    failed.push(`${input.command}: ${authorization.guidance ?? authorization.message}`);
  else {
    allowed++;
    if (authorization.grant !== undefined) granted++;
  }
}
process.stdout.write(JSON.stringify({ own, asked, late, allowed, granted, failed }));
