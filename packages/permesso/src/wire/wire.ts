import { isRecord } from '@permesso/engine/internal/call/is-record';
import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import { messageOf } from '@permesso/engine/internal/errors';
import type { Answer } from '@permesso/protocol/approval/approver';
import type { CallOutcome, Gate } from '../../gate/gate.ts';

/** The version of the messages, which every answer names. */
const wireVersion = 1;

export interface WireOptions {
  /** Whether `answer` is understood: the program on the other side may then approve what is asked. Off when absent. */
  readonly answers?: boolean;
}

/** One message in, one answer out. Never throws: what cannot be read is answered with an error. */
export type Wire = (line: string) => Promise<string>;

/** Longer than any call that a model makes. */
const longestLine = 4 * 1024 * 1024;

/** Far more than wait at once; the oldest gives way, and is asked about again. */
const mostWaiting = 10_000;

/** A gate behind messages of JSON, for programs that are not written in JavaScript. */
export function createWire(gate: Gate, { answers = false }: WireOptions = {}): Wire {
  /** Calls that a person must be asked about, by the id that the other side was given. */
  const waiting = new Map<string, ToolCall>();
  let asked = 0;

  function wait(call: ToolCall): string {
    const id = `ask-${++asked}`;
    waiting.set(id, call);
    const oldest = waiting.size > mostWaiting ? waiting.keys().next().value : undefined;
    if (oldest !== undefined) waiting.delete(oldest);
    return id;
  }

  const methods: ReadonlyMap<string, (params: Params) => object | Promise<object>> = new Map([
    ['decide', ({ call }: Params) => gate.decide(call)],
    ['explain', ({ call }: Params) => gate.explain(call)],
    [
      'authorize',
      async ({ call }: Params) => {
        const said = await gate.consult(call);
        return said.verdict === 'ask' && answers ? { ...said, approval: wait(call) } : said;
      },
    ],
    [
      'answer',
      async ({ approval, answer }: Params) => {
        if (!answers) throw new WireError('off', 'answers are off; start it with --answers');
        const call = waiting.get(approval);
        if (call === undefined)
          throw new WireError('unknown', 'there is no such approval, or it was answered');
        // Before anything is awaited: one approval runs one call.
        waiting.delete(approval);
        return await gate.authorize(call, { approver: () => Promise.resolve(onceAnswer(answer)) });
      },
    ],
    [
      'ran',
      ({ call, outcome }: Params) => {
        gate.ran(call, outcome);
        return {};
      },
    ],
    ['visibleTools', ({ tools }: Params) => ({ tools: gate.visibleTools(tools) })],
  ]);

  return async (line) => {
    let id: string | number | null = null;
    try {
      const request = readRequest(line);
      ({ id } = request);
      const method = methods.get(request.method);
      if (method === undefined)
        throw new WireError('method', `there is no method; there are ${[...methods.keys()].join(', ')}`);
      return JSON.stringify({ v: wireVersion, id, result: await method(paramsOf(request)) });
    } catch (error) {
      const code = error instanceof WireError ? error.code : 'internal';
      return JSON.stringify({ v: wireVersion, id, error: { code, message: messageOf(error) } });
    }
  };
}

/** For this call alone: nothing that a message says is kept as a grant. */
function onceAnswer(answer: Answer): Answer {
  const by = typeof answer.by === 'string' ? { by: answer.by } : {};
  if (answer.verdict === 'allow') return { verdict: 'allow', from: 'wire', ...by };
  const comment = typeof answer.comment === 'string' ? { comment: answer.comment } : {};
  return { verdict: 'deny', from: 'wire', ...by, ...comment };
}

class WireError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
  }
}

interface Params {
  readonly call: ToolCall;
  readonly approval: string;
  readonly answer: Answer;
  readonly outcome: CallOutcome;
  readonly tools: readonly string[];
}

interface WireRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function readRequest(line: string): WireRequest {
  if (line.length > longestLine) throw new WireError('request', 'the message is too long');
  const value = parse(line);
  if (!isRecord(value)) throw new WireError('request', 'the message is not an object');
  const { v, id, method, params = {} } = value;
  if (v !== wireVersion) throw new WireError('version', `\`v\` is not ${wireVersion}`);
  if (typeof id !== 'string' && !Number.isSafeInteger(id))
    throw new WireError('request', '`id` is no text or integer');
  if (typeof method !== 'string') throw new WireError('request', '`method` is not a text');
  if (!isRecord(params)) throw new WireError('request', '`params` is not an object');
  return { id: id as string | number, method, params };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new WireError('request', 'the message is not JSON');
    throw error;
  }
}

/** A call is read by the gate, which denies what is malformed; the rest is checked here. */
function paramsOf({ method, params }: WireRequest): Params {
  const { call, approval, answer, outcome, tools } = params;
  if (method === 'answer') {
    if (typeof approval !== 'string') throw new WireError('params', '`approval` is not a text');
    if (!isRecord(answer) || (answer['verdict'] !== 'allow' && answer['verdict'] !== 'deny'))
      throw new WireError('params', '`answer` has no verdict allow or deny');
  } else if (method === 'visibleTools') {
    if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === 'string'))
      throw new WireError('params', '`tools` is not a list of texts');
  } else if (!isRecord(call)) throw new WireError('params', '`call` is not an object');
  if (method === 'ran' && !isRecord(outcome)) throw new WireError('params', '`outcome` is not an object');
  return params as unknown as Params;
}
