import type { Sabotage } from '../sabotage.ts';

export const sabotages: readonly Sabotage[] = [
  {
    claim: 'an answer that was not asked for is never an approval',
    file: 'packages/protocol/src/approval/approver.ts',
    find: "return { verdict: 'deny', comment, from: nobody,",
    replace: "return { verdict: 'allow' as never, comment, from: nobody,",
    tests: ['packages/gate/src/approval'],
  },
];
