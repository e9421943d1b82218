import type { ApprovalRequest } from '@permesso/protocol/approval';
import { queries, type Connection } from '../database/query.ts';
import { existing } from '../route/problem.ts';

const sql = queries(import.meta.dirname);
export const listApprovals = sql<
  Listed,
  { state: string | null; id: string | null; projects: readonly string[] | null }
>('list-approvals.sql');
export const approvalFigures = sql<
  { approved: number; denied: number; medianSeconds: number | null },
  { days: number; projects: readonly string[] | null }
>('approval-figures.sql');

export interface Listed {
  readonly id: string;
  readonly project: string;
  readonly state: string;
  readonly agent: string;
  readonly request: ApprovalRequest;
}

/** The caller's right to see it was checked before. */
export async function questionNamed(on: Connection, approval: string): Promise<Listed> {
  return await existing(listApprovals(on, { state: null, id: approval, projects: null }), 'approval');
}
