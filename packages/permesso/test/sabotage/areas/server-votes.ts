import type { Sabotage } from '../sabotage.ts';

export const sabotages: readonly Sabotage[] = [
  {
    claim: 'the rules that ask are found by the server, not said by the agent',
    file: 'packages/server/src/approval/binding-rules.ts',
    find: 'const rules = [...new Set([...known.flatMap((each) => each.rules), ...said])];',
    replace: 'const rules = said;',
    tests: ['packages/server/src/approval/binding-rules.test.ts'],
    named: 'another rule',
  },
  {
    claim: 'what the server cannot explain is bound by the strictest approval rule',
    file: 'packages/server/src/approval/open-approvals.sql',
    find: ' or not a."isKnown")',
    replace: ')',
    tests: ['packages/server/src/approval/binding-rules.test.ts'],
    named: 'the strictest binds',
  },
  {
    claim: 'an agent that says less than the server finds is a finding',
    file: 'packages/server/src/approval/open-questions.ts',
    find: 'if (found.length > 0) await',
    replace: 'if (found.length > 1000) await',
    tests: ['packages/server/src/approval/binding-rules.test.ts'],
    named: 'is a finding',
  },
];
