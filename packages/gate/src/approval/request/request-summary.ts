import type { ApprovalRequest } from '@permesso/protocol/approval';

/** What is asked about, for a list: the tool and the parts that stand in the way. `Bash: npm publish`. */
export function requestSummary({ call, decision }: Pick<ApprovalRequest, 'call' | 'decision'>): string {
  const open = decision.receipt.parts.filter(({ verdict }) => verdict !== 'allow');
  return open.length === 0 ? call.tool : `${call.tool}: ${open.map(({ label }) => label).join('; ')}`;
}
