import { nobody } from '@permesso/protocol/approval';
import type { Authorization } from '../../gate/gate.ts';

/** How SDKs before 1.0 are answered: they want to know who refused. Later ones take none of these. */
export type ResultKind =
  | 'approved'
  | 'denied-by-rules'
  | 'denied-interactively-by-user'
  | 'denied-no-approval-rule-and-could-not-request-from-user';

export function resultKindOf({ verdict, answer, decision }: Authorization): ResultKind {
  if (verdict === 'allow') return 'approved';
  const isNobodyThere = answer?.from === nobody || decision.receipt.nobodyToAsk === true;
  if (isNobodyThere) return 'denied-no-approval-rule-and-could-not-request-from-user';
  return answer === undefined ? 'denied-by-rules' : 'denied-interactively-by-user';
}
