import { checkOptions } from '@permesso/engine/policy';
import {
  definedFields,
  isRecord,
  parseStrictJson,
  type Principal,
  type ToolCall,
  putBounded,
} from '@permesso/engine/call';
import { deniedText } from '@permesso/engine/decision';
import { type Answer, approversOf } from '@permesso/protocol/approval';
import { TooManyRequests } from '../approval/stores/most-pending.ts';
import type { CallOutcome, Gate } from '../gate/gate.ts';
import { shapeProblem } from '@permesso/protocol/shape';
import {
  methodNames,
  methodParams,
  requestFields,
  wireVersion,
  type WireErrorCode,
  type WireMethod,
} from './wire-schema.ts';

export interface WireOptions {
  /** Whether `answer` is supported: the program on the other side may then approve requests. Default: off. */
  readonly answers?: boolean;
  /** Milliseconds for which a request can be answered. Default: one day. */
  readonly expiresIn?: number;
  /** Milliseconds since the epoch. Defaults to this machine's clock. */
  readonly now?: () => number;
}

export interface WireCaller {
  /** False for a caller that may create requests but not answer them. */
  readonly mayAnswer: boolean;
  /** The principal in a signed token: every call is this person's, and no message may name another. */
  readonly principal?: Principal;
}

export type WireAnswer =
  | { readonly v: typeof wireVersion; readonly id: string | number; readonly result: object }
  | {
      readonly v: typeof wireVersion;
      readonly id: string | number | null;
      readonly error: { readonly code: WireErrorCode; readonly message: string };
    };

/**
 * One message in, one answer out, over any transport. Never throws: an unreadable message gets an error as its
 * answer.
 */
export type Wire = (message: unknown, caller?: WireCaller) => Promise<WireAnswer>;

/** Longer than any call that a model makes. */
export const longestMessage: number = 4 * 1024 * 1024;

/** Far more than are ever pending at once; the oldest is dropped, and is asked about again. */
const mostWaiting = 10_000;

const aDay = 24 * 60 * 60 * 1000;

/** A gate behind messages of JSON, for programs that are not written in JavaScript. */
export function createWire(gate: Gate, options: WireOptions = {}): Wire {
  checkOptions(options, ['answers', 'expiresIn', 'now'], 'createWire');
  const { answers = false, expiresIn = aDay, now = Date.now } = options;
  /** Pending calls, by the id that the other side received. */
  const waiting = new Map<string, { readonly call: ToolCall; readonly until: number }>();
  let asked = 0;

  function wait(call: ToolCall): string {
    const id = `ask-${++asked}`;
    putBounded(waiting, [id, { call, until: now() + expiresIn }], mostWaiting);
    return id;
  }

  /**
   * Where the policy says who must approve, the request is kept in the store of the gate and answered in their inbox. The client
   * makes the same call again: once it is approved, that uses the approval.
   */
  async function authorizeCall(call: ToolCall): Promise<object> {
    const store = gate.stores.approvals;
    const { call: _sent, ...said } = await gate.consult(call, { keepsRequests: store !== undefined });
    if (said.verdict !== 'ask') return said;
    if (store === undefined || approversOf(said.request).length === 0)
      return answers ? { ...said, approval: wait(call) } : said;
    try {
      const { id, state } = await store.open(said.request, { now: now(), expiresIn, useWithin: expiresIn });
      if (state === 'pending') return { ...said, approval: id };
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      const { request: _request, ...rest } = said;
      return { ...rest, verdict: 'deny', message: deniedText(said.decision), guidance: error.message };
    }
    // It was answered, so nobody is waited for; had it expired since, it would be asked about again.
    const { call: _run, ...settled } = await gate.authorize(call, { signal: AbortSignal.timeout(settleMs) });
    return settled;
  }

  function takeWaiting(approval: string): ToolCall {
    const found = waiting.get(approval);
    waiting.delete(approval);
    if (found === undefined || found.until <= now())
      throw new WireError('unknown', 'there is no such approval, or it was answered, or it has expired');
    return found.call;
  }

  const methods: { readonly [M in WireMethod]: Method } = {
    decide: ({ call }) => gate.check(call),
    explain: ({ call }) => gate.explain(call),
    authorize: ({ call }) => authorizeCall(call),
    answer: async ({ approval, answer }, { mayAnswer, principal }) => {
      if (!answers) throw new WireError('off', 'answers are off');
      if (!mayAnswer) throw new WireError('forbidden', 'this token may not answer');
      // Removed before anything is awaited: one approval runs one call.
      const call = takeWaiting(approval);
      const { call: _sent, ...said } = await gate.authorize(call, {
        approver: () => Promise.resolve(onceAnswer({ ...answer, ...definedFields({ by: principal?.user }) })),
      });
      return said;
    },
    ran: ({ call, outcome: { ok, error, durationMs } }) => {
      gate.ran(call, { ok, ...definedFields({ error, durationMs }) });
      return {};
    },
    visibleTools: ({ tools }) => ({ tools: gate.visibleTools(tools) }),
  };

  return async (message, caller = { mayAnswer: true }) => {
    let id: string | number | null = null;
    try {
      const request = readRequest(message);
      ({ id } = request);
      const method = methodNames.find((name) => name === request.method);
      if (method === undefined)
        throw new WireError('method', `there is no such method; there are ${methodNames.join(', ')}`);
      const params = ofPrincipal(paramsOf(method, request.params), caller);
      const result = await methods[method](params, caller);
      return { v: wireVersion, id: request.id, result };
    } catch (error) {
      if (error instanceof WireError) return wireError(error.code, error.message, id);
      // A client may pass it to its model: the error itself is for the operator.
      gate.fail(error);
      return wireError('internal', internalError, id);
    }
  };
}

/** Longer than a store needs to use an approval that is there. */
const settleMs = 5000;

function ofPrincipal(params: WireParams, { principal }: WireCaller): WireParams {
  if (principal === undefined || !isRecord(params.call)) return params;
  if ('principal' in params.call || 'owner' in params.call)
    throw new WireError('forbidden', 'the call names a principal; leave it out: the token says who it is');
  return { ...params, call: { ...params.call, principal } };
}

/** The answer to a message that came as text. */
export async function answerText(wire: Wire, text: string, caller?: WireCaller): Promise<WireAnswer> {
  if (text.length > longestMessage) return wireError('request', 'the message is too long');
  let message: unknown;
  try {
    message = parseStrictJson(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      return wireError('request', `the message cannot be read: ${error.message}`);
    throw error;
  }
  return await wire(message, caller);
}

export function wireError(
  code: WireErrorCode,
  message: string,
  id: string | number | null = null,
): Extract<WireAnswer, { readonly error: object }> {
  return { v: wireVersion, id, error: { code, message } };
}

/** For this call alone: no message can create a lasting grant. */
function onceAnswer({ verdict, by, comment }: WireParams['answer']): Answer {
  const who = { from: 'wire', ...definedFields({ by }) };
  if (verdict === 'allow') return { verdict, ...who };
  return { verdict: 'deny', ...who, ...definedFields({ comment }) };
}

export const internalError = 'the message could not be answered; the operator is told why';

class WireError extends Error {
  readonly code: WireErrorCode;

  constructor(code: WireErrorCode, message: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

type Method = (params: WireParams, caller: WireCaller) => object | Promise<object>;

interface WireParams {
  readonly call: ToolCall;
  readonly approval: string;
  readonly answer: { readonly verdict: 'allow' | 'deny'; readonly by?: string; readonly comment?: string };
  readonly outcome: CallOutcome;
  readonly tools: readonly string[];
}

interface WireRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
}

function readRequest(message: unknown): WireRequest {
  if (!isRecord(message)) throw new WireError('request', 'the message is not an object');
  const { v, id, method, params = {} } = message;
  const check = (code: WireErrorCode, value: unknown, name: keyof typeof requestFields): void => {
    const problem = shapeProblem(requestFields[name], value, name);
    if (problem !== undefined) throw new WireError(code, problem);
  };
  check('version', v, 'v');
  check('request', id, 'id');
  if (typeof method !== 'string') throw new WireError('request', '`method` is not a string');
  check('request', params, 'params');
  return { id: id as string | number, method, params };
}

/** A call is read by the gate, which denies what is malformed; the rest is checked here. */
function paramsOf(method: WireMethod, params: unknown): WireParams {
  const problem = shapeProblem(methodParams[method], params, 'params');
  if (problem !== undefined) throw new WireError('params', problem);
  return params as WireParams;
}
