import type { Sabotage } from '../sabotage.ts';

const claims = ['packages/server/src/audit/claims.test.ts'];
const records = ['packages/server/src/audit/records.test.ts'];
const bundles = ['packages/server/test/rolled-back-bundle.test.ts'];

/** What a policy costs to compare, what a machine may claim, which bundle counts, and what is in the log. */
export const sabotages: readonly Sabotage[] = [
  {
    claim: 'rules are compared by an index, not all pairs',
    file: 'packages/engine/src/policy/lint/shadowers.ts',
    find: '...needsOfPattern(rule.pattern, rule.origin.root),',
    replace: '...needsOfPattern(rule.pattern, rule.origin.root).slice(9),',
    tests: ['packages/engine/src/policy/lint/shadowers.test.ts'],
    named: 'Finding 17',
  },
  {
    claim: 'an answer that no vote bears out is the claim of the machine',
    file: 'packages/server/src/audit/entry-standings.ts',
    find: "by: isAttested ? 'attested' : 'claimed'",
    replace: "by: isAttested ? 'attested' : 'attested'",
    tests: claims,
    named: 'that nobody of the team gave',
  },
  {
    claim: 'an older signed bundle does not count',
    file: 'packages/gate/src/disk/held-bundle.ts',
    find: 'manifest.serial >= obeyed ? manifest',
    replace: 'manifest.serial >= 0 ? manifest',
    tests: bundles,
    named: 'an older signed bundle is denied: beside the newest',
  },
  {
    claim: 'a policy that names a team without a membership denies',
    file: 'packages/gate/src/disk/held-bundle.ts',
    find: 'return `a policy names the team ${named}, and this machine has not joined it; fix: permesso team join`;',
    replace: 'return undefined;',
    tests: bundles,
    named: 'a policy that names a team denies where the membership is gone',
  },
  {
    claim: 'a text that nobody signed is not a layer of the team',
    file: 'packages/gate/src/disk/held-bundle.ts',
    find: '(manifest) => manifest !== undefined && isHeld(kind, manifest, held),',
    replace: '() => held.agent !== undefined,',
    tests: bundles,
    named: 'a text that nobody signed',
  },
  {
    claim: 'a rewritten act or vote is found',
    file: 'packages/protocol/src/proof/record-evidence.ts',
    find: "if (record.row === 'changed') return",
    replace: "if (record.kind === '') return",
    tests: records,
    named: 'a rewritten row is found',
  },
];
