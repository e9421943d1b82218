import { hash } from 'node:crypto';
import { canonicalText, redactRequest, type ApprovalRequest } from 'permesso/team';
import { query, type Connection } from '../database/query.ts';
import type { AgentCaller } from '../route/caller.ts';

const folder = import.meta.dirname;
const openApprovals = query<Found, [asked: string]>(folder, 'open-approvals.sql');
const expireDue = query<{ readonly id: string }, []>(folder, 'expire-due.sql');

export interface Opened {
  readonly id: string;
  readonly state: 'pending' | 'approved';
  readonly isNew: boolean;
}

interface Found extends Opened {
  readonly agent: string;
  readonly callKey: string;
  readonly digest: string;
  readonly isOver: boolean;
}

/** A question as it becomes a row. */
export interface Asked {
  readonly project: string;
  readonly agent: string;
  readonly owner: string;
  readonly binding: string;
  readonly callKey: string;
  readonly digest: string;
  readonly request: ApprovalRequest;
  readonly rules: readonly string[];
}

export function askedBy({ project, agent, owner }: AgentCaller, request: ApprovalRequest): Asked {
  const { callKey, digest } = request;
  return {
    project,
    agent,
    owner,
    // The policy in force becomes part of it in the statement itself.
    binding: hash('sha256', nameOf({ agent, callKey, digest }), 'hex'),
    callKey,
    digest,
    // The agent has hidden its secrets already; whoever reads here should not have to trust that.
    request: redactRequest(request),
    rules: rulesOf(request),
  };
}

/** Puts questions. Each is new, joins the same one that waits, or finds its yes that nobody has used. */
export async function openQuestions(on: Connection, asked: readonly Asked[]): Promise<readonly Opened[]> {
  const found = await open(on, asked);
  const over = asked.filter((_, at) => found[at]?.isOver === true);
  if (over.length === 0) return found;
  // They ended a moment ago and nobody has noticed yet.
  await expireDue(on);
  const again = await open(on, over);
  return asked.map((each, at) => again[over.indexOf(each)] ?? (found[at] as Found));
}

async function open(on: Connection, asked: readonly Asked[]): Promise<readonly Found[]> {
  const names = asked.map(nameOf);
  const rows = new Map<string, Asked & { readonly more: number }>();
  for (const [at, each] of asked.entries()) {
    const name = names[at] ?? '';
    // The same question twice in one statement would be one row that is written twice.
    rows.set(name, { ...each, more: (rows.get(name)?.more ?? -1) + 1 });
  }
  const found = await openApprovals(on, JSON.stringify([...rows.values()]));
  const byName = new Map(found.map((each) => [nameOf(each), each]));
  return names.map((name, at) => {
    const each = byName.get(name);
    if (each === undefined) throw new Error('a question was neither opened nor joined');
    return names.indexOf(name) === at ? each : { ...each, isNew: false };
  });
}

/** What is asked, by whom: the same for the same question only. */
function nameOf(of: { readonly agent: string; readonly callKey: string; readonly digest: string }): string {
  return canonicalText([of.agent, of.callKey, of.digest]);
}

/** The texts of the rules that ask, as far as the request says. It is data from an agent: anything may stand there. */
function rulesOf({ decision }: ApprovalRequest): readonly string[] {
  const determining: unknown = decision.receipt?.determining;
  if (!Array.isArray(determining)) return [];
  return determining.slice(0, 50).flatMap((rule: unknown) => {
    const text = typeof rule === 'object' && rule !== null && 'text' in rule ? rule.text : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}
