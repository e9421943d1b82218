import type { ApprovalRequest } from '@permesso/protocol/approval';
import { query, type Connection } from '../database/query.ts';
import { existing } from '../route/problem.ts';

const folder = import.meta.dirname;
export const listApprovals = query<
  Listed,
  { readonly state: string | null; readonly id: string | null; readonly projects: readonly string[] | null }
>(folder, 'list-approvals.sql');
export const approvalFigures = query<
  { readonly approved: number; readonly denied: number; readonly medianSeconds: number | null },
  { readonly days: number; readonly projects: readonly string[] | null }
>(folder, 'approval-figures.sql');

export interface Listed {
  readonly id: string;
  readonly project: string;
  readonly state: string;
  readonly agent: string;
  readonly request: ApprovalRequest;
}

/** Whether the caller may look at it was checked before. */
export async function questionNamed(on: Connection, approval: string): Promise<Listed> {
  const row = await existing(listApprovals(on, { state: null, id: approval, projects: null }), 'approval');
  return row;
}
