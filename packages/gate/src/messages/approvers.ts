import type { RuleApprovers } from '@permesso/engine/policy';

/** `somebody with the role supervisor`, `2 people with the role supervisor or manager, other than the requester`. */
export function approversText(approvers: readonly RuleApprovers[]): string {
  return approvers.map(oneText).join(', and ');
}

function oneText({ roles, not, quorum }: RuleApprovers): string {
  const who = quorum === 1 ? 'somebody' : `${quorum} people`;
  const having = roles === undefined ? '' : ` with the role ${roles.join(' or ')}`;
  return `${who}${having}${not === undefined ? '' : ' other than the requester'}`;
}
