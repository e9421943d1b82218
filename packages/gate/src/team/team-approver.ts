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

/** Seconds that one request waits for an answer. */
const lookSeconds = 25;

export interface TeamApproverOptions {
  /** Milliseconds that a call waits; by default as long as the request is open. */
  readonly patience?: number;
  /**
   * Whether the request stays open when the call stops waiting: people take longer than hosts wait. The same call
   * finds it again, with its answer.
   */
  readonly stays?: true;
  /** Where to record that the server has revoked this machine, or trusts it again. */
  readonly directory?: string;
}

/**
 * Sends the request to the team and waits. While the server is unreachable and does not have the request yet, someone
 * else may be asked; once it has it, only its answer counts, however long that takes.
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

/**
 * The asking process exits or waits: the request expires on the server, so this ends. Undefined if the time is up.
 */
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

/**
 * Retries until the server is reachable: it has the request, so nobody else can answer it. Undefined if it was
 * withdrawn.
 */
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
  // Works once: using an approval here consumes it, and what was frozen or forbidden since is refused there. The id
  // of this use allows a retry if the reply is lost.
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
    // It expires automatically.
    if (!(error instanceof ServerAway)) throw error;
  }
}
