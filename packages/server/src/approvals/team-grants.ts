import { hash } from 'node:crypto';
import { canonical as canonicalText } from '@permesso/protocol/approval';
import type { TeamOffers } from 'permesso/team-server';
import type { ToolCall } from '@permesso/engine/call';
import { only, queries, type Connection } from '../database/query.ts';
import { passkeyStandings, type PasskeyUse, recordAdminAction, countedPeople } from '../identity/index.ts';
import { reissue, type Signing } from '../policy/index.ts';
import type { PersonCaller } from '../route/caller.ts';
import { notFound, Problem, existing } from '../route/problem.ts';
import { castVotes } from './cast-votes.ts';
import { lockApprovalRows, type ApprovalRow } from './approval-rows.ts';
import { passkeyObjection } from './passkey-objection.ts';
import { offersFor } from './team-offers.ts';
import { voterObjection, type AskingAgent } from './voter-objection.ts';
import { stepTeamGrant, type GrantVote, type HeldGrant, type TeamGrantState } from './step-team-grant.ts';

const sql = queries(import.meta.dirname);
const proposeGrant = sql<
  { id: string; isNew: boolean },
  {
    approval: string;
    askedIn: string;
    agent: string;
    owner: string;
    call: string;
    project: string | null;
    rules: string;
    answers: string;
    givenIn: string;
    pin: string | null;
    digest: string;
    asking: readonly string[];
    expires: Date;
  }
>('propose-team-grant.sql');
const lockGrant = sql<GrantRow, { id: string }>('lock-team-grant.sql');
const votesOf = sql<GrantVote & { email: string | null }, { id: string }>('team-grant-votes.sql');
const addVote = sql<
  never,
  { id: string; person: string; verdict: string; via: string; passkey: string | null }
>('add-team-grant-vote.sql');
const settleGrant = sql<never, { id: string; state: TeamGrantState; why: string | null }>(
  'settle-team-grant.sql',
);
const countGrants = sql<{ granted: number }, { project: string | null }>('count-team-grants.sql');
interface GrantRow extends Omit<HeldGrant, 'votes'> {
  readonly id: string;
  readonly askedIn: string;
  readonly agent: string;
  readonly enrolledBy: string | null;
  readonly isOwnerConfirmed: boolean;
  readonly call: ToolCall;
  readonly project: string | null;
  readonly rules: readonly string[];
  readonly answers: readonly unknown[];
  readonly at: Date;
}

/** All of them are in each bundle. */
const mostGranted = 100;
const aDay = 24 * 60 * 60_000;
const usualDays = 30;
export const mostDays = 90;

export interface Proposal {
  readonly approval: string;
  readonly digest: string;
  readonly rules: readonly string[];
  readonly reach: 'project' | 'organisation';
  readonly days?: number;
}

export interface VotedGrant {
  readonly grant: string;
  readonly state: TeamGrantState;
}

/**
 * One person's approval for the whole team: it answers the request itself, once, and is the first vote for the grant.
 */
export async function proposeTeamGrant(
  on: Connection,
  proposal: Proposal,
  { caller, signing, passkey }: By,
): Promise<VotedGrant> {
  const { approval, digest, rules, reach, days = usualDays } = proposal;
  const row = (await lockApprovalRows(on, [approval])).get(approval);
  if (row === undefined) throw notFound('approval');
  const objection = grantObjection(row, caller, digest);
  if (objection !== undefined) throw objection;
  await requireVoter(on, row, caller);
  await requirePasskey(on, approval, { caller, passkey });
  const { agent, owner, project, request } = row;
  const found = await offersFor(on, { agent, call: request.call });
  if ('refused' in found) throw new Problem(422, `this cannot be granted to the team: ${found.refused}`);
  if (!isOffered(rules, found))
    throw new Problem(422, 'only rules offered for this request can be granted to the team');
  const reached = reach === 'project' ? project : null;
  const name = canonicalText([row.digest, rules, found.answers, reached]);
  const proposed = await only(
    proposeGrant(on, {
      approval,
      askedIn: project,
      agent,
      owner,
      call: JSON.stringify(request.call),
      project: reached,
      rules: JSON.stringify(rules),
      answers: JSON.stringify(found.answers),
      givenIn: found.givenIn,
      pin: found.pin === undefined ? null : JSON.stringify(found.pin),
      digest: hash('sha256', name, 'base64url'),
      asking: found.asking,
      expires: new Date(row.at.getTime() + days * aDay),
    }),
  );
  const detail = { approval, rules, reach, days };
  if (proposed.isNew)
    await recordAdminAction(on, { by: caller, act: 'team-grant.propose', subject: proposed.id, detail });
  if (row.state === 'pending') {
    const ballot = { approval, person: caller.person, digest, via: caller.via, passkey };
    await castVotes(on, [{ ...ballot, verdict: 'allow', yes: { scope: 'once' } }]);
  }
  const held = await only(lockGrant(on, { id: proposed.id }));
  return await vote(on, held, { verdict: 'allow', digest: held.digest, caller, signing, passkey });
}

interface By {
  readonly caller: PersonCaller;
  readonly signing: Signing;
  /** The passkey check for exactly this proposal or vote. */
  readonly passkey?: PasskeyUse | undefined;
}

/** Throws unless this person is independent of everybody involved with the agent that asked. */
async function requireVoter(on: Connection, asking: AskingAgent, { person }: PersonCaller): Promise<void> {
  const counted = await countedPeople(on, [person, asking.owner, asking.enrolledBy]);
  const problem = voterObjection(counted, person, asking);
  if (problem !== undefined) throw problem;
}

/** Every team grant needs several votes. */
async function requirePasskey(
  on: Connection,
  subject: string,
  { caller: { person }, passkey: use }: Pick<By, 'caller' | 'passkey'>,
): Promise<void> {
  const standing = (await passkeyStandings(on, [person])).get(person);
  const objection = passkeyObjection({ reason: 'quorum', person, subject, standing, use });
  if (objection !== undefined) throw objection;
}

function grantObjection(
  { owner, digest, state, request }: ApprovalRow,
  caller: PersonCaller,
  seen: string,
): Problem | undefined {
  if (owner === caller.person) return new Problem(403, 'you own the agent that asked, so others must vote');
  if (digest !== seen) return new Problem(403, 'the answer is about another call or another receipt');
  if (state !== 'pending' && state !== 'approved' && state !== 'consumed')
    return new Problem(409, `too late: it is ${state}`);
  // Whatever the agent's own engine limits to a session is never granted to a team.
  return request.scopes.includes('project') || request.scopes.includes('user')
    ? undefined
    : new Problem(422, `an approval cannot last that long here; allowed: ${request.scopes.join(', ')}`);
}

function isOffered(rules: readonly string[], { offers }: TeamOffers): boolean {
  return offers.some((offer) => JSON.stringify(offer.rules) === JSON.stringify(rules));
}

export interface GrantBallot extends By {
  readonly digest: string;
  readonly verdict: 'allow' | 'deny';
}

export async function voteOnTeamGrant(on: Connection, id: string, ballot: GrantBallot): Promise<VotedGrant> {
  const held = await heldGrant(on, id);
  if (ballot.verdict === 'allow') await requirePasskey(on, id, ballot);
  return await vote(on, held, ballot);
}

async function heldGrant(on: Connection, id: string): Promise<GrantRow> {
  return await existing(lockGrant(on, { id }), 'grant');
}

async function vote(on: Connection, held: GrantRow, ballot: GrantBallot): Promise<VotedGrant> {
  const { caller, signing, verdict, digest, passkey: use } = ballot;
  const votes = await votesOf(on, { id: held.id });
  const event = { type: 'vote', person: caller.person, verdict, digest } as const;
  const stepped = stepTeamGrant({ ...held, votes }, event, held.at);
  if (verdict === 'allow') await requireVoter(on, held, caller);
  if ('refused' in stepped) throw new Problem(stepped.isLate === true ? 409 : 403, stepped.refused);
  const passkey = use?.passkey ?? null;
  await addVote(on, { id: held.id, person: caller.person, verdict, via: caller.via, passkey });
  const voted = { verdict, ...(passkey === null ? {} : { passkey }) };
  await recordAdminAction(on, { by: caller, act: 'team-grant.vote', subject: held.id, detail: voted });
  if (stepped.to === 'refused') return await refuseGrant(on, held, 'somebody voted against it');
  if (stepped.to !== 'granted') return { grant: held.id, state: 'proposed' };
  const objection = await objectionNow(on, held);
  if (objection !== undefined) return await refuseGrant(on, held, objection);
  await settleGrant(on, { id: held.id, state: 'granted', why: null });
  const { rules, project, expiresAt } = held;
  const people = (await votesOf(on, { id: held.id })).map(({ person }) => person);
  const detail = { rules, project, expiresAt: expiresAt.toISOString(), votes: people };
  await recordAdminAction(on, { by: caller, act: 'team-grant.grant', subject: held.id, detail });
  await reissue(on, project, signing);
  return { grant: held.id, state: 'granted' };
}

async function refuseGrant(on: Connection, { id }: GrantRow, why: string): Promise<VotedGrant> {
  await settleGrant(on, { id, state: 'refused', why });
  await recordAdminAction(on, { by: 'server', act: 'team-grant.refuse', subject: id, detail: { why } });
  return { grant: id, state: 'refused' };
}

/** The policy may have changed since the request was made. */
async function objectionNow(on: Connection, held: GrantRow): Promise<string | undefined> {
  const found = await offersFor(on, held);
  if ('refused' in found) return found.refused;
  const isSame = canonicalText(found.answers) === canonicalText(held.answers);
  if (!isSame || !isOffered(held.rules, found)) return 'the active policy now asks about something else';
  const { granted } = await only(countGrants(on, { project: held.project }));
  return granted < mostGranted ? undefined : `the limit of ${mostGranted} active grants is reached`;
}

/** Revokes a grant or withdraws a proposal. One person is enough for that. */
export async function revokeTeamGrant(on: Connection, id: string, { caller, signing }: By): Promise<void> {
  const held = await heldGrant(on, id);
  const stepped = stepTeamGrant({ ...held, votes: [] }, { type: 'revoke' }, held.at);
  if ('refused' in stepped) throw new Problem(409, stepped.refused);
  await settleGrant(on, { id, state: 'revoked', why: null });
  await recordAdminAction(on, {
    by: caller,
    act: 'team-grant.revoke',
    subject: id,
    detail: { was: held.state },
  });
  if (held.state === 'granted') await reissue(on, held.project, signing);
}
