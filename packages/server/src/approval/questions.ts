import type { ApprovalRequest } from 'permesso/team';
import { query, type Connection } from '../database/query.ts';
import type { AgentCaller } from '../route/caller.ts';
import { notFound } from '../route/problem.ts';
import { step, type Held } from './step.ts';

const folder = import.meta.dirname;
const lockApprovals = query<Row, [ids: readonly string[]]>(folder, 'lock-approvals.sql');
const settleApprovals = query<never, [ids: readonly string[], settled: string]>(
  folder,
  'settle-approvals.sql',
);

export interface Row extends Omit<Held, 'votes'> {
  readonly id: string;
  readonly project: string;
  readonly request: ApprovalRequest;
  readonly policyVersion: number | null;
  readonly answer: unknown;
  readonly why: string | null;
  /** When it was read, after whatever it had to wait for. */
  readonly at: Date;
}

/** Questions that nobody else changes before this transaction ends. Always locked in one order: nobody waits in a ring. */
export async function lockQuestions(
  on: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  return new Map((await lockApprovals(on, [...new Set(ids)])).map((row) => [row.id, row]));
}

export interface Settled {
  readonly id: string;
  readonly state: 'approved' | 'denied' | 'cancelled';
  readonly answer?: unknown;
  readonly why?: string;
}

export async function settleQuestions(on: Connection, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  await settleApprovals(
    on,
    settled.map(({ id }) => id),
    JSON.stringify(settled),
  );
}

/** Nobody waits for it any more. */
export async function withdrawQuestion(on: Connection, id: string, caller: AgentCaller): Promise<void> {
  const row = (await lockQuestions(on, [id])).get(id);
  if (row === undefined || row.agent !== caller.agent) throw notFound('question');
  const result = step({ ...row, votes: [] }, { type: 'cancel', agent: caller.agent }, row.at);
  if (!('refused' in result))
    await settleQuestions(on, [{ id, state: 'cancelled', why: 'nobody waits for it any more' }]);
}
