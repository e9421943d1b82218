import { hash } from 'node:crypto';
import { type ApprovalRequest, canonical as canonicalText, redactRequest } from '@permesso/protocol/approval';
import { queries, type Connection } from '../database/query.ts';
import type { AgentCaller } from '../route/caller.ts';
import { bindingRules, type BindingRules } from './binding-rules.ts';

const sql = queries(import.meta.dirname);
const openApprovals = sql<ExistingRequest, { asked: string; mostOpen: number }>('open-approvals.sql');
// Planned on each use: a prepared plan from the first minute would later read every request of the organisation.
const countOpen = sql<OpenCount, { agents: readonly string[] }>('count-open.sql', {
  isPlannedEachTime: true,
});
const lockAgents = sql<{ id: string }, { ids: readonly string[] }>('lock-agents.sql');
const addUnderstated = sql<never, { found: string }>('add-understated.sql');
const expireDue = sql<{ id: string }>('expire-due.sql');

export interface OpenedRequest {
  readonly id: string;
  readonly state: 'pending' | 'approved';
  readonly isNew: boolean;
  /** Whether somebody is to be notified. */
  readonly isQueued: boolean;
}

interface OpenCount {
  readonly agent: string;
  readonly open: number;
}

interface ExistingRequest extends OpenedRequest {
  readonly agent: string;
  readonly callKey: string;
  readonly digest: string;
  readonly isOver: boolean;
}

/** The most pending requests of one agent. Approvers could not read more. */
export const mostOpen = 100;

/** A request before it is a row. */
export interface NewRequest {
  readonly project: string;
  readonly agent: string;
  readonly owner: string;
  readonly binding: string;
  readonly callKey: string;
  readonly digest: string;
  readonly request: ApprovalRequest;
}

export function askedBy({ project, agent, owner }: AgentCaller, request: ApprovalRequest): NewRequest {
  const { callKey, digest } = request;
  return {
    project,
    agent,
    owner,
    // The statement itself adds the active policy.
    binding: hash('sha256', requestKey({ agent, callKey, digest }), 'hex'),
    callKey,
    digest,
    // The agent has redacted its secrets already, but readers here should not have to trust that.
    request: redactRequest(request),
  };
}

/**
 * Creates approval requests. Each is new, joins an identical pending one, or finds its unused approval. Undefined for
 * one that was refused because its agent has too many pending requests.
 */
export async function openRequests(
  on: Connection,
  asked: readonly NewRequest[],
): Promise<readonly (OpenedRequest | undefined)[]> {
  const agents = [...new Set(asked.map(({ agent }) => agent))];
  // Sent together; each statement sees the effects of the one before it.
  const [, counts, binding] = await Promise.all([
    lockAgents(on, { ids: agents }),
    countOpen(on, { agents }),
    bindingRules(on, asked),
  ]);
  const bound = asked.map((each, at): Bound => ({ ...each, ...(binding[at] as BindingRules) }));
  const opened = await openOrJoin(on, bound, counts);
  await recordUnderstated(on, bound, opened);
  return opened;
}

/** A request with the server's findings about it. */
type Bound = NewRequest & BindingRules;

async function openOrJoin(
  on: Connection,
  asked: readonly Bound[],
  counts: readonly OpenCount[],
): Promise<readonly (OpenedRequest | undefined)[]> {
  const found = await open(on, asked, counts);
  const over = asked.filter((_, at) => found[at]?.isOver === true);
  if (over.length === 0) return found;
  // They have expired, but are not marked yet.
  await expireDue(on);
  const left = await countOpen(on, { agents: [...new Set(over.map(({ agent }) => agent))] });
  const again = await open(on, over, left);
  return asked.map((each, at) => again[over.indexOf(each)] ?? found[at]);
}

async function recordUnderstated(
  on: Connection,
  asked: readonly Bound[],
  opened: readonly (OpenedRequest | undefined)[],
): Promise<void> {
  const found = asked.flatMap(({ agent, unsaid }, at) =>
    unsaid === undefined || opened[at] === undefined ? [] : [{ agent, approval: opened[at].id, ...unsaid }],
  );
  if (found.length > 0) await addUnderstated(on, { found: JSON.stringify(found) });
}

async function open(
  on: Connection,
  asked: readonly Bound[],
  counts: readonly OpenCount[],
): Promise<readonly (ExistingRequest | undefined)[]> {
  const names = asked.map(requestKey);
  const rows = new Map<string, Bound & { readonly more: number }>();
  for (const [at, each] of asked.entries()) {
    const name = names[at] ?? '';
    // An identical request twice in one statement would write one row twice.
    rows.set(name, { ...each, more: (rows.get(name)?.more ?? -1) + 1 });
  }
  const found = await openApprovals(on, {
    asked: JSON.stringify(withRoom([...rows.values()], counts)),
    mostOpen,
  });
  const byName = new Map(found.map((each) => [requestKey(each), each]));
  return names.map((name, at) => {
    const each = byName.get(name);
    return each === undefined || names.indexOf(name) === at ? each : { ...each, isNew: false };
  });
}

/** Which requests are pending already matters only if an agent exceeds its limit. */
function withRoom<T extends { readonly agent: string }>(
  rows: readonly T[],
  counts: readonly OpenCount[],
): readonly (T & { readonly open: number; readonly isTight: boolean })[] {
  const countOf = new Map(counts.map((each) => [each.agent, each.open]));
  const asked = Map.groupBy(rows, ({ agent }) => agent);
  return rows.map((row) => {
    const count = countOf.get(row.agent) ?? 0;
    return { ...row, open: count, isTight: count + (asked.get(row.agent)?.length ?? 0) > mostOpen };
  });
}

/** Identifies a request by its content and its agent. */
function requestKey(of: {
  readonly agent: string;
  readonly callKey: string;
  readonly digest: string;
}): string {
  return canonicalText([of.agent, of.callKey, of.digest]);
}
