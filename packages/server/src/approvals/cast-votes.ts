import { definedFields } from '@permesso/engine/call';
import { queries, type Connection } from '../database/query.ts';
import {
  passkeyStandings,
  type PasskeyStanding,
  type PasskeyUse,
  countedPeople,
  type CountedPeople,
} from '../identity/index.ts';
import { holds, type PersonCaller } from '../route/caller.ts';
import { notFound, Problem } from '../route/problem.ts';
import { combineAnswers, type Approval } from './combine-answers.ts';
import {
  lockApprovalRows,
  settleApprovalRows,
  type ApprovalRow,
  type SettledApproval,
} from './approval-rows.ts';
import { withEnd } from './answer-objection.ts';
import { rulesObjection } from './standing/offered-rules.ts';
import { withStanding } from './standing/standing-approvals.ts';
import { answersWithout, passkeyObjection } from './passkey-objection.ts';
import { signedInReason } from './signed-in-reason.ts';
import { step, type Vote } from './step.ts';
import { voterObjection } from './voter-objection.ts';

const sql = queries(import.meta.dirname);
const votesOf = sql<CastVote, { approvals: readonly string[] }>('votes-of.sql');
const addVotes = sql<CastVote, { votes: string }>('add-votes.sql');
const touchApprovals = sql<never, { ids: readonly string[] }>('touch-approvals.sql');

interface CastVote extends Vote {
  readonly approval: string;
  readonly email: string | null;
  readonly answer: Approval;
  readonly counted: boolean;
}

/** One person's answer to one request. */
export interface Ballot {
  readonly approval: string;
  readonly person: string;
  readonly digest: string;
  readonly verdict: 'allow' | 'deny';
  readonly yes: Approval;
  readonly comment?: string;
  readonly via: string;
  /** The answer's origin; absent if another service delivered it. */
  readonly from?: Pick<PersonCaller, 'address' | 'session'>;
  /** The person who could have forged this answer, because they know the secret it is signed with. */
  readonly signedBy?: Pick<PersonCaller, 'person' | 'roles'> | undefined;
  /** The passkey check for exactly this answer. */
  readonly passkey?: PasskeyUse | undefined;
  /** Why this person may not give this answer to the request as it is. */
  readonly objection?: (asked: ApprovalRow) => Problem | undefined;
}

export type Voted =
  | { readonly state: 'pending' | 'approved' | 'denied' }
  | { readonly refused: string; readonly isLate: boolean }
  | { readonly problem: Problem };

/** Casts answers one after the other. A late one is recorded as late and changes nothing. */
export async function castVotes(on: Connection, ballots: readonly Ballot[]): Promise<readonly Voted[]> {
  const ids = ballots.map(({ approval }) => approval);
  const rows = new Map(await lockApprovalRows(on, ids));
  const before = (await votesOf(on, { approvals: [...rows.keys()] })).filter((vote) => vote.counted);
  const counted = await countedPeople(on, [
    ...ballots.map(({ person }) => person),
    ...ballots.map(({ signedBy }) => signedBy?.person ?? null),
    ...before.map(({ person }) => person),
    ...[...rows.values()].flatMap(({ owner, enrolledBy }) => [owner, enrolledBy]),
  ]);
  const objections = await passkeyObjections(on, ballots, rows);
  const wider = await Promise.all(
    ballots.map(async ({ approval, verdict, yes }) => {
      const row = rows.get(approval);
      return row === undefined || verdict === 'deny' ? undefined : await rulesObjection(on, row, yes);
    }),
  );
  // The vote of a person who no longer counts does not count either.
  const standing = before.filter(({ person, verdict }) => verdict === 'deny' || counted.has(person));
  const votes = new Map<string, readonly Vote[]>(Map.groupBy(standing, ({ approval }) => approval));
  const written: object[] = [];
  const last = new Map<string, Ballot>();
  const results = ballots.map((ballot, at): Voted => {
    const row = rows.get(ballot.approval);
    if (row === undefined) return { problem: notFound('question') };
    const problem =
      ballot.objection?.(row) ?? voteObjection(counted, ballot, row) ?? wider[at] ?? objections[at];
    if (problem !== undefined) return { problem };
    const { approval, person, verdict, digest, via } = ballot;
    const earlier = votes.get(approval) ?? [];
    const vote: Vote = { person, verdict };
    const result = step({ ...row, votes: earlier }, { type: 'vote', vote, digest }, row.at);
    const isCounted = !('refused' in result);
    const answer = {
      ...withEnd(ballot.yes, row.at),
      ...definedFields({ comment: ballot.comment }),
    };
    if (isCounted || result.isLate === true)
      written.push({
        approval,
        person,
        verdict,
        answer,
        via,
        counted: isCounted,
        passkey: ballot.passkey?.passkey,
        address: ballot.from?.address,
        session: ballot.from?.session,
      });
    if (!isCounted) return { refused: result.refused, isLate: result.isLate === true };
    // A later answer to the same request builds on this one.
    votes.set(approval, [...earlier, vote]);
    const state = result.to as 'pending' | 'approved' | 'denied';
    rows.set(approval, { ...row, state });
    last.set(approval, ballot);
    return { state };
  });
  const added = written.length === 0 ? [] : await addVotes(on, { votes: JSON.stringify(written) });
  const all = [...standing, ...added.filter((vote) => vote.counted)];
  const open = [...last.keys()].filter((id) => rows.get(id)?.state === 'pending');
  if (open.length > 0) await touchApprovals(on, { ids: open });
  const settled = settledBy(last, { rows, all });
  await settleApprovalRows(on, await withStanding(on, settled, { rows, all }));
  return results;
}

/**
 * Why this allow does not come from another person. Denying stays easy, and a settled request is too late for
 * everybody.
 */
function voteObjection(
  counted: CountedPeople,
  { person, verdict, signedBy }: Ballot,
  row: ApprovalRow,
): Problem | undefined {
  if (verdict !== 'allow' || row.state !== 'pending') return undefined;
  const problem = voterObjection(counted, person, row);
  if (problem !== undefined || signedBy === undefined || signedBy.person === person) return problem;
  // Such a vote is worth no less than their own answer, which they may give.
  const mayThey =
    holds(signedBy, 'approver', row.project) && voterObjection(counted, signedBy.person, row) === undefined;
  return mayThey ? undefined : forgeable();
}

/** For each answer, by index: why it needs a passkey that was not used. */
async function passkeyObjections(
  on: Connection,
  ballots: readonly Ballot[],
  rows: ReadonlyMap<string, ApprovalRow>,
): Promise<readonly (Problem | undefined)[]> {
  // Denying stays easy. A settled request is too late for everybody.
  const open = ({ approval, verdict }: Ballot): ApprovalRow | undefined => {
    const row = rows.get(approval);
    return row?.state === 'pending' && verdict === 'allow' ? row : undefined;
  };
  const people = ballots.filter(open).map(({ person }) => person);
  const standings: ReadonlyMap<string, PasskeyStanding> = await passkeyStandings(on, people);
  return ballots.map((ballot) => {
    const { person, approval, passkey: use } = ballot;
    const standing = standings.get(person);
    const row = open(ballot);
    // Checked first: reading a long command takes far longer than finding that no passkey is needed.
    if (row === undefined || answersWithout(standing)) return undefined;
    const reason = signedInReason(row);
    if (reason === undefined) return undefined;
    return passkeyObjection({ reason, person, subject: approval, standing, use });
  });
}

function settledBy(
  last: ReadonlyMap<string, Ballot>,
  { rows, all }: { readonly rows: ReadonlyMap<string, ApprovalRow>; readonly all: readonly CastVote[] },
): readonly SettledApproval[] {
  return [...last].flatMap(([id, ballot]): readonly SettledApproval[] => {
    const state = rows.get(id)?.state;
    if (state !== 'approved' && state !== 'denied') return [];
    const counted = all.filter(({ approval }) => approval === id);
    return [{ id, state, answer: answerFromVotes(counted, ballot) }];
  });
}

/** The answer sent to the agent: who said what. */
function answerFromVotes(votes: readonly CastVote[], last: Ballot): Readonly<Record<string, unknown>> {
  const names = votes
    .filter(({ verdict }) => verdict === last.verdict)
    .map(({ email, person }) => email ?? person);
  const said = { verdict: last.verdict, by: names.join(', '), from: 'team' };
  if (last.verdict === 'deny') return { ...said, ...definedFields({ comment: last.comment }) };
  return { ...said, ...combineAnswers(votes.map(({ answer }) => answer)) };
}

function forgeable(): Problem {
  return new Problem(
    403,
    'the person who set up the app here knows the secret that its buttons are signed with and may not approve this, so a button is not enough. Answer it in the console, signed in.',
    { code: 'another-person' },
  );
}
