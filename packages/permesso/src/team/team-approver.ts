import { CannotAsk, type Answer, type ApprovalRequest, type Approver } from '../approval/approver.ts';
import { redactRequest } from '../approval/redact-request.ts';
import { readAnswer } from '../approval/read-answer.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { Membership } from './membership.ts';
import { askServer, ServerAway } from './server-request.ts';

/** Seconds that one look waits for an answer. */
const lookSeconds = 25;

/**
 * Puts the question to the team and waits. While the server is away before it has the question, nobody could be asked,
 * and somebody else may; once it has it, only its answer counts, however often it has to be looked for.
 */
export function teamApprover(membership: Membership): Approver {
  return async (request, { signal }) => {
    let id: string;
    try {
      id = await put(request, membership, signal);
    } catch (error) {
      if (signal.aborted) return withdrawn;
      throw new CannotAsk(messageOf(error));
    }
    const state = await waitFor(id, membership, signal);
    if (signal.aborted) {
      await withdraw(id, membership);
      return withdrawn;
    }
    return await answerFrom(id, state, { request, membership });
  };
}

const withdrawn: Answer = { verdict: 'deny', words: 'The question was withdrawn.' };

async function put(request: ApprovalRequest, membership: Membership, signal: AbortSignal): Promise<string> {
  const json = { request: redactRequest(request) };
  const reply = await askServer(membership, { method: 'POST', path: '/v1/agent/approvals', json, signal });
  const { id } = reply.json();
  if ((reply.status !== 200 && reply.status !== 201) || typeof id !== 'string')
    throw new Error(`the team server refused the question: ${reply.why()}`);
  return id;
}

interface State {
  readonly state: string;
  readonly answer?: unknown;
  readonly why?: string;
}

/** Whoever put a question dies or waits: it expires on the server, so this ends. */
async function waitFor(id: string, membership: Membership, signal: AbortSignal): Promise<State> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const path = `/v1/agent/approvals/${id}?seconds=${lookSeconds}`;
      const reply = await askServer(membership, { path, signal, patience: (lookSeconds + 10) * 1000 });
      const said = reply.json();
      if (reply.status !== 200) return { state: 'lost', why: reply.why() };
      if (said['state'] !== 'pending') return said as unknown as State;
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof ServerAway)) throw error;
      failures += 1;
      await pause(Math.min(30_000, 500 * 2 ** failures), signal);
    }
  }
  return { state: 'withdrawn' };
}

async function answerFrom(
  id: string,
  { state, answer, why }: State,
  { request, membership }: { readonly request: ApprovalRequest; readonly membership: Membership },
): Promise<Answer> {
  if (state === 'denied') return { ...readAnswer(answer), verdict: 'deny' } as Answer;
  if (state !== 'approved')
    return { verdict: 'deny', words: `The team did not approve this: it is ${why ?? state}.`, from: 'team' };
  const { callKey, digest } = request;
  // Once: a yes that is used here is used up, and what was frozen or forbidden since then is refused there.
  const path = `/v1/agent/approvals/${id}/use`;
  const reply = await askServer(membership, { method: 'POST', path, json: { callKey, digest } });
  const said = reply.json();
  if (reply.status !== 200)
    return {
      verdict: 'deny',
      words: `The approval could not be used: ${reply.why()}.`,
      from: 'team',
    };
  return readAnswer(said['answer']);
}

async function withdraw(id: string, membership: Membership): Promise<void> {
  try {
    await askServer(membership, { method: 'DELETE', path: `/v1/agent/approvals/${id}`, patience: 2000 });
  } catch (error) {
    // It expires by itself.
    if (!(error instanceof ServerAway)) throw error;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
