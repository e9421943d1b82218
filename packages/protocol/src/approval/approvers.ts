import type { RuleApprovers } from '@permesso/engine/policy';
import type { ApproversNeeded } from './approval-step.ts';
import type { ApprovalRequest } from './approver.ts';

/** Who must approve, by each rule that says so. Empty where the person whose call it is may. */
export function approversOf({ decision }: Pick<ApprovalRequest, 'decision'>): readonly RuleApprovers[] {
  return (decision.receipt.approvers ?? []).map(({ approvers }) => approvers);
}

/** Who may answer after so many milliseconds. */
export function neededAt(approvers: readonly RuleApprovers[], waited: number): readonly ApproversNeeded[] {
  return approvers.map(({ roles, quorum, escalate = [] }) => ({
    quorum,
    ...(roles === undefined
      ? {}
      : { roles: [...roles, ...escalate.flatMap((step) => (waited >= step.after ? step.roles : []))] }),
  }));
}

/** How long they have: the shortest time that a rule gives, and otherwise as long as any request. */
export function timeFor(request: ApprovalRequest, otherwise: number | undefined): number | undefined {
  const times = approversOf(request).flatMap(({ within }) => within ?? []);
  return times.length === 0 ? otherwise : Math.min(...times);
}

/** Several people: then nobody can choose for the others how long the approval lasts, or what runs instead. */
export function needsSeveral(request: Pick<ApprovalRequest, 'decision'>): boolean {
  const approvers = approversOf(request);
  return approvers.length > 1 || approvers.some(({ quorum }) => quorum > 1);
}
