import type { ToolCall } from '@permesso/engine/call';
import { queries, type Connection } from '../database/query.ts';
import {
  lockApprovalRows,
  settleApprovalRows,
  type ApprovalRow,
  type SettledApproval,
} from './approval-rows.ts';
import { decidedCalls, type CallToDecide } from './decided-calls.ts';
import { step } from './step.ts';

const sql = queries(import.meta.dirname);
const consumeApprovals = sql<{ id: string }, { ids: readonly string[]; uses: readonly (string | null)[] }>(
  'consume-approvals.sql',
);
const policiesInForce = sql<InForce, { agents: readonly string[] }>('policies-in-force.sql');

interface InForce {
  readonly agent: string;
  readonly version: number | null;
  readonly text: string | null;
  readonly baseline: string | null;
  readonly frozen: string | null;
}

/** An agent's attempt to use an approval. */
export interface Use {
  readonly id: string;
  readonly agent: string;
  readonly callKey: string;
  readonly digest: string;
  /** Identifies this use, so that it can be repeated if the reply was lost. */
  readonly use?: string | undefined;
}

/** Undefined for a request that this agent never made. */
export type Used = { readonly answer: unknown } | { readonly refused: string } | undefined;

/** Consumes each approval once. A call that has been frozen or forbidden since does not run. */
export async function useApprovals(on: Connection, uses: readonly Use[]): Promise<readonly Used[]> {
  const ids = uses.map(({ id }) => id);
  const agents = [...new Set(uses.map(({ agent }) => agent))];
  // In this order, and together: the active policy is read after the lock is held.
  const [locked, policies] = await Promise.all([lockApprovalRows(on, ids), policiesInForce(on, { agents })]);
  const rows = new Map(locked);
  const now = new Map(policies.map((row) => [row.agent, row]));
  const objections = objectionsTo([...rows.values()], now);
  const consumed = new Map<string, string | null>();
  const cancelled: SettledApproval[] = [];
  const results = uses.map((wish): Used => {
    const row = rows.get(wish.id);
    if (row === undefined || row.agent !== wish.agent) return undefined;
    const { agent, callKey, digest, use } = wish;
    const result = step({ ...row, votes: [] }, { type: 'consume', agent, callKey, digest, use }, row.at);
    if ('refused' in result) return { refused: result.refused };
    const objection = objections.get(row.id);
    // A repeated use: the reply to the first was lost.
    const isUsed = row.state === 'consumed';
    if (objection !== undefined) {
      if (!isUsed) cancelled.push({ id: row.id, state: 'cancelled', why: objection });
      rows.set(row.id, { ...row, state: isUsed ? 'consumed' : 'cancelled' });
      return { refused: objection };
    }
    if (!isUsed) consumed.set(row.id, use ?? null);
    // A later use in this batch finds it consumed.
    rows.set(row.id, { ...row, state: 'consumed', useKey: isUsed ? row.useKey : (use ?? null) });
    return { answer: row.answer };
  });
  await settleApprovalRows(on, cancelled);
  if (consumed.size === 0) return results;
  const done = await consumeApprovals(on, { ids: [...consumed.keys()], uses: [...consumed.values()] });
  const inTime = new Set(done.map(({ id }) => id));
  return results.map((result, at) => {
    const id = ids[at] ?? '';
    const isLate = result !== undefined && 'answer' in result && consumed.has(id) && !inTime.has(id);
    return isLate ? { refused: 'the approval is too old' } : result;
  });
}

/** Changes since the approval: a freeze, or a policy that now denies the call. */
function objectionsTo(
  rows: readonly ApprovalRow[],
  now: ReadonlyMap<string, InForce>,
): ReadonlyMap<string, string> {
  const objections = new Map<string, string>();
  const asked: (CallToDecide & { readonly row: ApprovalRow; readonly inForce: InForce })[] = [];
  for (const row of rows) {
    const inForce = now.get(row.agent);
    if (inForce === undefined) objections.set(row.id, 'the agent is gone');
    else if (inForce.frozen !== null) objections.set(row.id, `frozen: ${inForce.frozen}`);
    else if (isToDecide(row, inForce))
      asked.push({ row, inForce, pair: inForce, call: { ...row.request.call, ...inputOf(row.answer) } });
  }
  const decided = decidedCalls(asked);
  const denied = asked.filter((_, at) => decided[at]?.verdict === 'deny');
  const own = decidedCalls(
    denied.map(({ row, inForce }) => ({ pair: { ...inForce, baseline: null }, call: row.request.call })),
  );
  for (const [at, { row }] of asked.entries())
    if (decided[at] === undefined) objections.set(row.id, 'the active policy cannot be read');
  for (const [at, { row, inForce }] of denied.entries())
    objections.set(
      row.id,
      inForce.baseline === null || own[at]?.verdict === 'deny'
        ? `version ${inForce.version} of the policy denies this`
        : 'the baseline of the organisation denies this',
    );
  return objections;
}

function isToDecide(row: ApprovalRow, { version, text, baseline }: InForce): boolean {
  if (text === null && baseline === null) return false;
  return version !== row.policyVersion || baseline !== null || 'input' in inputOf(row.answer);
}

/** A person's replacement for the call's own input. */
function inputOf(answer: unknown): { readonly input?: ToolCall['input'] } {
  const { input } = (answer ?? {}) as { readonly input?: ToolCall['input'] };
  return input === undefined ? {} : { input };
}
