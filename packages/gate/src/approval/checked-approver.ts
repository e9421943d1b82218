import type { Approver } from '@permesso/protocol/approval';

const checked = new WeakSet<Approver>();

/** An approver whose answers come out of a store, where it was checked that they are of those who must approve. */
export function checkedApprover(approver: Approver): Approver {
  checked.add(approver);
  return approver;
}

export function isChecked(approver: Approver | undefined): boolean {
  return approver !== undefined && checked.has(approver);
}
