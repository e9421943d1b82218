import { fill, messageOf } from '@permesso/engine/call';
import { unansweredTexts as texts } from '../../messages/denials.ts';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  CannotAsk,
  redactRequest,
  sign,
  signatureProblem,
  timedOut,
  unanswered,
  withdrawn,
} from '@permesso/protocol/approval';
import { readAnswer } from '../read-answer.ts';

/** Where requests are sent, the shared secret, and how long an answer may take. */
export interface WebhookOptions {
  /** Where requests are sent. */
  readonly url: string;
  /** Shared with the answering service, to sign requests and answers. At least 16 characters. */
  readonly secret: string;
  /** Milliseconds until an unanswered request is denied. */
  readonly deadline: number;
  /** Milliseconds between polls for the answer at `url/ID`. If absent, only a call to `receive` counts. */
  readonly every?: number;
}

/** Sends a request, and takes its answer from the response, from polling, or from a callback. */
export interface WebhookApprover extends Approver {
  /**
   * For the app's own route: pass the raw body and its `permesso-signature`. Resolves to whether the answer counted.
   */
  readonly receive: (
    body: string,
    signature: string | null | undefined,
  ) => { readonly accepted: boolean; readonly why?: string };
}

const header = 'permesso-signature';
const mostAnswer = 256 * 1024;
/** An unset variable gives an empty key, with which anyone can sign an approval. */
const shortestSecret = 16;

/**
 * Asks a service over HTTP. Requests and answers are signed with a shared secret.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { webhookApprover } from '@permesso/gate/approvers';
 * const secret = process.env['APPROVALS_SECRET'] ?? '';
 * const approver = webhookApprover({ url: 'https://approvals.example.com/requests', secret, deadline: 600_000 });
 * const gate = createGate({ policy: {}, approver });
 * ```
 */
export function webhookApprover(options: WebhookOptions): WebhookApprover {
  if (typeof options.secret !== 'string' || options.secret.length < shortestSecret)
    throw new TypeError(`the secret of a webhook needs at least ${shortestSecret} characters`);
  const waiting = new Map<string, { readonly digest: string; readonly settle: (answer: Answer) => void }>();

  const approve: Approver = async (request, { signal }) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const over = new AbortController();
    const stop = AbortSignal.any([signal, over.signal]);
    const timer = setTimeout(() => resolve(timedOut), options.deadline);
    waiting.set(request.id, { digest: request.digest, settle: resolve });
    const onAbort = (): void => resolve(withdrawn);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      const sent = sendRequest(request, options, stop);
      const answer = await Promise.race([promise, sent]);
      return answer ?? (await Promise.race([promise, lookAgain(request, options, stop)]));
    } finally {
      over.abort();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiting.delete(request.id);
    }
  };

  return Object.assign(approve, {
    receive: (body: string, signature: string | null | undefined) => {
      const problem = signatureProblem(body, { signature, secret: options.secret, now: Date.now() });
      if (problem !== undefined) return { accepted: false, why: problem };
      const said = parseWebhookAnswer(body);
      const asked = waiting.get(said.id ?? '');
      if (asked === undefined) return { accepted: false, why: 'too late: nobody waits for this answer' };
      if (said.digest !== asked.digest)
        return { accepted: false, why: 'the answer is about another call or another receipt' };
      waiting.delete(said.id ?? '');
      asked.settle({ ...said.answer, from: said.answer.from ?? 'webhook' });
      return { accepted: true };
    },
  });
}

/** The answer, if the response contains it; undefined if it will come later (202). */
async function sendRequest(
  request: ApprovalRequest,
  { url, secret }: WebhookOptions,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const body = JSON.stringify(redactRequest(request));
  const headers = { 'content-type': 'application/json', [header]: sign(body, { secret, at: Date.now() }) };
  let reply: Response;
  try {
    reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  } catch (error) {
    throw new CannotAsk(`the webhook cannot be reached: ${messageOf(error)}`);
  }
  if (reply.status === 202) return undefined;
  if (!reply.ok) throw new CannotAsk(`the webhook said ${reply.status}`);
  return await answerIn(reply, request, secret);
}

async function lookAgain(
  request: ApprovalRequest,
  { url, secret, every }: WebhookOptions,
  signal: AbortSignal,
): Promise<Answer> {
  // Without polling, only a callback or the deadline ends the wait.
  if (every === undefined) return await new Promise<Answer>(() => undefined);
  const place = `${url.replace(/\/$/, '')}/${encodeURIComponent(request.id)}`;
  for (;;) {
    await wait(every, undefined, { signal });
    const reply = await fetchAnswer(place, { secret, signal });
    if (reply?.status === 200) return await answerIn(reply, request, secret);
    if (reply?.status === 404 || reply?.status === 410)
      return unanswered(texts.webhookForgotten, 'withdrawn');
  }
}

/** A failed poll is followed by another; the deadline ends them all. */
async function fetchAnswer(
  place: string,
  { secret, signal }: { readonly secret: string; readonly signal: AbortSignal },
): Promise<Response | undefined> {
  try {
    const headers = { [header]: sign(place, { secret, at: Date.now() }) };
    return await fetch(place, { headers, signal, redirect: 'error' });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

async function answerIn(reply: Response, { id, digest }: ApprovalRequest, secret: string): Promise<Answer> {
  const body = await readBounded(reply);
  const problem = signatureProblem(body, { signature: reply.headers.get(header), secret, now: Date.now() });
  if (problem !== undefined) return unanswered(fill(texts.webhookUnsigned, { problem }));
  const said = parseWebhookAnswer(body);
  // A second request for the same call has the same digest: an approval of the first must not count for the second.
  if (said.digest !== digest || said.id !== id) return unanswered(texts.webhookOther);
  return { ...said.answer, from: said.answer.from ?? 'webhook' };
}

/** Reads no more than an answer can be; a longer body is cut off, and its signature then fails. */
async function readBounded(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > mostAnswer) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, mostAnswer);
}

function parseWebhookAnswer(body: string): {
  readonly id?: string;
  readonly digest?: string;
  readonly answer: Answer;
} {
  try {
    const { id, digest, answer } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return {
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof digest === 'string' ? { digest } : {}),
      answer: readAnswer(answer),
    };
  } catch {
    return { answer: readAnswer(undefined) };
  }
}
