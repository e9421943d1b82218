import type { Approver } from '@permesso/protocol/approval';

const checked = new WeakSet<Approver>();

/** Marks an approver whose answers come from a store that has checked that they are from the required approvers. */
export function checkedApprover(approver: Approver): Approver {
  checked.add(approver);
  return approver;
}

export function isChecked(approver: Approver | undefined): boolean {
  return approver !== undefined && checked.has(approver);
}
