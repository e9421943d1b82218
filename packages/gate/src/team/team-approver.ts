import { fill, messageOf } from '@permesso/engine/call';
import { unansweredTexts, unusableAnswerTexts } from '../messages/denials.ts';
import { pause } from '../approval/pause.ts';
import { randomUUID } from 'node:crypto';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  CannotAsk,
  redactRequest,
  unanswered,
  withdrawn,
} from '@permesso/protocol/approval';
import { teamAnswerObjection } from '../approval/offered-answer.ts';
import { readAnswer } from '../approval/read-answer.ts';
import type { Membership } from '../disk/membership.ts';
import { askServer, Revoked, ServerAway, type ServerReply, type ServerRequest } from './server-request.ts';
import { readStanding, writeStanding, type TeamStanding } from './standing.ts';

/** Seconds that one look waits for an answer. */
const lookSeconds = 25;

export interface TeamApproverOptions {
  /** Milliseconds that a call waits; for as long as the question is open when absent. */
  readonly patience?: number;
  /**
   * Whether the question stays open when the call waits no longer: people take longer than hosts wait. The same call
   * finds it again, and its answer.
   */
  readonly stays?: true;
  /** Where it is written down that the server has revoked this machine, or believes it again. */
  readonly directory?: string;
}

/**
 * Puts the question to the team and waits. While the server is away before it has the question, nobody could be asked,
 * and somebody else may; once it has it, only its answer counts, however often it has to be looked for.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover, tryInOrder } from '@permesso/gate/approvers';
 * import { teamApprover, type Membership } from '@permesso/gate/team';
 * const gateOf = (membership: Membership) =>
 *   createGate({ policy: {}, approver: tryInOrder(teamApprover(membership), terminalApprover()) });
 * ```
 */
export function teamApprover(membership: Membership, options: TeamApproverOptions = {}): Approver {
  const { patience, stays, directory } = options;
  const stand = (is: TeamStanding['is']): void => {
    if (directory !== undefined && readStanding(directory)?.is !== is) writeStanding(directory, is);
  };
  return async (request, { signal }) => {
    let id: string;
    const began = performance.now();
    try {
      id = await put(request, membership, signal);
      stand('member');
    } catch (error) {
      if (signal.aborted) return withdrawn;
      if (error instanceof Revoked) stand('revoked');
      throw new CannotAsk(messageOf(error));
    }
    const left =
      patience === undefined ? undefined : Math.max(0, Math.floor(patience - (performance.now() - began)));
    const over = left === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(left)]);
    try {
      const state = await waitFor(id, membership, over);
      if (state !== undefined) return await answerFromState(id, state, { request, membership, signal: over });
    } catch (error) {
      if (!(error instanceof Revoked)) throw error;
      stand('revoked');
      return unanswered(fill(unansweredTexts.teamRefused, { why: error.message }));
    }
    if (stays === true) return stillOpen;
    await withdraw(id, membership);
    return withdrawn;
  };
}

const stillOpen = unanswered(unansweredTexts.teamWaits);

async function put(request: ApprovalRequest, membership: Membership, signal: AbortSignal): Promise<string> {
  const json = { request: redactRequest(request) };
  const reply = await askServer(membership, { method: 'POST', path: '/v1/agent/approvals', json, signal });
  const { id } = reply.json();
  if ((reply.status !== 200 && reply.status !== 201) || typeof id !== 'string')
    throw new Error(`the team server refused the question: ${reply.why()}`);
  return id;
}

interface RemoteState {
  readonly state: string;
  readonly answer?: unknown;
  readonly why?: string;
}

/** The process that asked dies or waits: the request expires on the server, so this ends. Nothing when it was waited for long enough. */
async function waitFor(
  id: string,
  membership: Membership,
  signal: AbortSignal,
): Promise<RemoteState | undefined> {
  const path = `/v1/agent/approvals/${id}?seconds=${lookSeconds}`;
  for (;;) {
    const reply = await reached(membership, { path, signal, patience: (lookSeconds + 10) * 1000 });
    if (reply === undefined) return undefined;
    const said = reply.json();
    if (reply.status !== 200) return { state: 'lost', why: reply.why() };
    if (said['state'] !== 'pending') return said as unknown as RemoteState;
  }
}

/** Asks until the server is there: it has the question, so nobody else can answer it. Nothing when it was withdrawn. */
async function reached(
  membership: Membership,
  request: ServerRequest & { readonly signal: AbortSignal },
): Promise<ServerReply | undefined> {
  const { signal } = request;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await askServer(membership, request);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof ServerAway)) throw error;
      await pause(Math.min(30_000, 500 * 2 ** failures), signal);
    }
  }
  return undefined;
}

async function answerFromState(
  id: string,
  { state, answer, why }: RemoteState,
  { request, membership, signal }: TeamRequest,
): Promise<Answer> {
  if (state === 'denied') return { ...readAnswer(answer), verdict: 'deny' } as Answer;
  if (state !== 'approved')
    return unanswered(fill(unansweredTexts.teamRefused, { why: `it is ${why ?? state}` }));
  const { callKey, digest } = request;
  // Once: an approval that is used here is used up, and what was frozen or forbidden since then is refused there. The name of
  // this use lets it be asked for again when the reply is lost on its way.
  const json = { callKey, digest, use: randomUUID() };
  const path = `/v1/agent/approvals/${id}/use`;
  const reply = await reached(membership, { method: 'POST', path, json, signal });
  if (reply === undefined) return withdrawn;
  const said = reply.json();
  if (reply.status !== 200)
    return {
      verdict: 'deny',
      comment: fill(unusableAnswerTexts.unusable, { why: reply.why() }),
      from: 'team',
    };
  const given = readAnswer(said['answer']);
  const objection = teamAnswerObjection(given, request);
  return objection === undefined
    ? given
    : { verdict: 'deny', comment: fill(unusableAnswerTexts.unusable, { why: objection }), from: 'team' };
}

interface TeamRequest {
  readonly request: ApprovalRequest;
  readonly membership: Membership;
  readonly signal: AbortSignal;
}

async function withdraw(id: string, membership: Membership): Promise<void> {
  try {
    await askServer(membership, { method: 'DELETE', path: `/v1/agent/approvals/${id}`, patience: 2000 });
  } catch (error) {
    // It expires on its own.
    if (!(error instanceof ServerAway)) throw error;
  }
}
