import type { WaitingApproval } from '@permesso/gate/approval';
import { UsageError } from './command.ts';

/** By a prefix of its id. */
export function findApproval(all: readonly WaitingApproval[], id: string): WaitingApproval | undefined {
  const found = all.filter(({ approval }) => approval.id.startsWith(id));
  const open = found.filter(({ approval }) => approval.state === 'pending');
  const chosen = open.length > 0 ? open : found;
  if (new Set(chosen.map(({ approval }) => approval.id)).size > 1)
    throw new UsageError(`${id} could be ${chosen.map(({ approval }) => approval.id).join(' or ')}`);
  return chosen[0];
}
