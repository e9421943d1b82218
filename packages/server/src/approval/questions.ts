import { hash } from 'node:crypto';
import {
  canonicalText,
  decideAnywhere,
  examinePolicy,
  redactRequest,
  type ApprovalRequest,
  type ToolCall,
} from 'permesso/team';
import { first, only, query, type Connection } from '../database/query.ts';
import type { AgentCaller, PersonCaller } from '../route/caller.ts';
import { notFound } from '../route/problem.ts';
import { combineAnswers, type Yes } from './combine-answers.ts';
import { step, type Held, type Vote } from './step.ts';

const folder = import.meta.dirname;
const openApproval = query<
  Opened & { readonly isOver: boolean },
  [
    project: string,
    agent: string,
    owner: string,
    binding: Buffer,
    callKey: string,
    digest: string,
    request: string,
    rules: readonly string[],
  ]
>(folder, 'open-approval.sql');
const lockApproval = query<Row, [id: string]>(folder, 'lock-approval.sql');
const votesOf = query<CastVote, [approval: string]>(folder, 'votes-of.sql');
const addVote = query<
  { readonly person: string },
  [approval: string, person: string, verdict: string, answer: string, via: string, counted: boolean]
>(folder, 'add-vote.sql');
const settleApproval = query<never, [id: string, state: string, answer: string | null, why: string | null]>(
  folder,
  'settle-approval.sql',
);
const consumeApproval = query<{ readonly id: string }, [id: string]>(folder, 'consume-approval.sql');
const policyInForce = query<
  { readonly version: number | null; readonly text: string | null; readonly frozen: string | null },
  [agent: string]
>(folder, 'policy-in-force.sql');
const expireDue = query<{ readonly id: string }, []>(folder, 'expire-due.sql');

export interface Opened {
  readonly id: string;
  readonly state: 'pending' | 'approved';
  readonly isNew: boolean;
}

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

interface CastVote extends Vote {
  readonly email: string | null;
  readonly answer: Yes;
  readonly counted: boolean;
}

/** Puts a question, joins the same one that waits, or finds its yes that nobody has used. */
export async function openQuestion(
  on: Connection,
  request: ApprovalRequest,
  caller: AgentCaller,
): Promise<Opened> {
  const { project, agent, owner } = caller;
  // The agent has hidden its secrets already; whoever reads here should not have to trust that.
  const shown = JSON.stringify(redactRequest(request));
  const bound = canonicalText([agent, request.callKey, request.digest]);
  // The policy in force becomes part of it in the statement itself.
  const binding = hash('sha256', bound, 'buffer');
  const { callKey, digest } = request;
  const open = (): Promise<Opened & { readonly isOver: boolean }> =>
    only(openApproval(on, project, agent, owner, binding, callKey, digest, shown, rulesOf(request)));
  const found = await open();
  if (!found.isOver) return found;
  // It ended a moment ago and nobody has noticed yet.
  await expireDue(on);
  return await open();
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

export interface Given {
  readonly approval: string;
  readonly digest: string;
  readonly verdict: 'allow' | 'deny';
  readonly yes: Yes;
  readonly words?: string;
  readonly via: string;
}

export type Voted =
  | { readonly state: 'pending' | 'approved' | 'denied' }
  | { readonly refused: string; readonly isLate: boolean };

/** One person's answer. A late one is written down as such and changes nothing. */
export async function castVote(
  on: Connection,
  given: Given,
  by: Pick<PersonCaller, 'person'>,
): Promise<Voted> {
  const row = await first(lockApproval(on, given.approval));
  if (row === undefined) throw notFound('question');
  const cast = await votesOf(on, row.id);
  const vote: Vote = { person: by.person, verdict: given.verdict };
  const counted = cast.filter((each) => each.counted);
  const result = step({ ...row, votes: counted }, { type: 'vote', vote, digest: given.digest }, row.at);
  const answer = JSON.stringify({
    ...given.yes,
    ...(given.words === undefined ? {} : { words: given.words }),
  });
  const isCounted = !('refused' in result);
  if (isCounted || result.isLate === true)
    await addVote(on, row.id, by.person, given.verdict, answer, given.via, isCounted);
  if ('refused' in result) return { refused: result.refused, isLate: result.isLate === true };
  if (result.to === 'approved' || result.to === 'denied') {
    const all = (await votesOf(on, row.id)).filter((each) => each.counted);
    await settleApproval(on, row.id, result.to, JSON.stringify(answerFrom(all, given)), null);
  }
  return { state: result.to as 'pending' | 'approved' | 'denied' };
}

/** What the agent is told: who said what. */
function answerFrom(votes: readonly CastVote[], last: Given): Readonly<Record<string, unknown>> {
  const names = votes
    .filter(({ verdict }) => verdict === last.verdict)
    .map(({ email, person }) => email ?? person);
  const said = { verdict: last.verdict, by: names.join(', '), from: 'team' };
  if (last.verdict === 'deny') return { ...said, ...(last.words === undefined ? {} : { words: last.words }) };
  return { ...said, ...combineAnswers(votes.map(({ answer }) => answer)) };
}

export type Used = { readonly answer: unknown } | { readonly refused: string };

/** Uses a yes, once. What was frozen or forbidden since it was given does not run. */
export async function useApproval(
  on: Connection,
  { id, callKey, digest }: { readonly id: string; readonly callKey: string; readonly digest: string },
  caller: AgentCaller,
): Promise<Used> {
  const row = await first(lockApproval(on, id));
  if (row === undefined || row.agent !== caller.agent) throw notFound('question');
  const result = step(
    { ...row, votes: [] },
    { type: 'consume', agent: caller.agent, callKey, digest },
    row.at,
  );
  if ('refused' in result) return { refused: result.refused };
  const objection = await objectionNow(on, row);
  if (objection !== undefined) {
    await settleApproval(on, row.id, 'cancelled', null, objection);
    return { refused: objection };
  }
  return (await first(consumeApproval(on, row.id))) === undefined
    ? { refused: 'the approval is too old' }
    : { answer: row.answer };
}

/** What has changed while a person was thinking: a freeze, or a policy that denies the call now. */
async function objectionNow(on: Connection, row: Row): Promise<string | undefined> {
  const now = await first(policyInForce(on, row.agent));
  if (now === undefined) return 'the agent is gone';
  if (now.frozen !== null) return `frozen: ${now.frozen}`;
  if (now.text === null || now.version === row.policyVersion) return undefined;
  const { policy } = examinePolicy(now.text);
  if (policy === undefined) return 'the policy in force cannot be read';
  const { verdict } = decideAnywhere(policy, row.request.call satisfies ToolCall);
  return verdict === 'deny' ? `version ${now.version} of the policy denies this` : undefined;
}

/** Nobody waits for it any more. */
export async function withdrawQuestion(on: Connection, id: string, caller: AgentCaller): Promise<void> {
  const row = await first(lockApproval(on, id));
  if (row === undefined || row.agent !== caller.agent) throw notFound('question');
  const result = step({ ...row, votes: [] }, { type: 'cancel', agent: caller.agent }, row.at);
  if (!('refused' in result))
    await settleApproval(on, row.id, 'cancelled', null, 'nobody waits for it any more');
}
