import type { ApprovalRequest } from '@permesso/protocol/approval';
import { queries, type Connection } from '../database/query.ts';
import type { AgentCaller } from '../route/caller.ts';
import { notFound } from '../route/problem.ts';
import type { Scope } from './combine-answers.ts';
import { step, type HeldApproval } from './step.ts';

const sql = queries(import.meta.dirname);
const lockApprovals = sql<ApprovalRow, { ids: readonly string[] }>('lock-approvals.sql');
const settleApprovals = sql<never, { ids: readonly string[]; settled: string }>('settle-approvals.sql');

export interface ApprovalRow extends Omit<HeldApproval, 'votes'> {
  readonly id: string;
  readonly project: string;
  readonly request: ApprovalRequest;
  readonly policyVersion: number | null;
  readonly answer: unknown;
  readonly why: string | null;
  /** How long an answer may last at most, by the approval rules. */
  readonly longest: Scope;
  /** Who made the enrolment token that the agent used: counts as an owner too. */
  readonly enrolledBy: string | null;
  /** Whether the owner has confirmed the agent as theirs. */
  readonly isOwnerConfirmed: boolean;
  /** When it was read, after any wait for locks. */
  readonly at: Date;
}

/** Locks requests until this transaction ends. Always in one order, so that there is no deadlock. */
export async function lockApprovalRows(
  on: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ApprovalRow>> {
  return new Map((await lockApprovals(on, { ids: [...new Set(ids)] })).map((row) => [row.id, row]));
}

export interface SettledApproval {
  readonly id: string;
  readonly state: 'approved' | 'denied' | 'cancelled';
  readonly answer?: unknown;
  readonly why?: string;
}

export async function settleApprovalRows(on: Connection, settled: readonly SettledApproval[]): Promise<void> {
  if (settled.length === 0) return;
  await settleApprovals(on, { ids: settled.map(({ id }) => id), settled: JSON.stringify(settled) });
}

export async function withdrawApproval(on: Connection, id: string, caller: AgentCaller): Promise<void> {
  const row = (await lockApprovalRows(on, [id])).get(id);
  if (row === undefined || row.agent !== caller.agent) throw notFound('question');
  const result = step({ ...row, votes: [] }, { type: 'cancel', agent: caller.agent }, row.at);
  if (!('refused' in result))
    await settleApprovalRows(on, [{ id, state: 'cancelled', why: 'nobody is waiting for it any longer' }]);
}
