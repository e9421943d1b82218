import { agentChain, canonicalJson, type ToolCall } from '@permesso/engine/call';
import { createRedactor } from '@permesso/engine/facts';
import { checkOptions } from '@permesso/engine/policy';
import type { Gate } from '../../gate/gate.ts';
import type { Entry } from '../../log/entry/log.ts';

type Attribute = string | number | boolean;

/** The parts of an `@opentelemetry/api` tracer that are used: what `trace.getTracer('my-app')` returns. */
export interface SpanTracer {
  readonly startSpan: (
    name: string,
    options: {
      readonly kind: number;
      readonly startTime: number;
      readonly attributes: Readonly<Record<string, Attribute>>;
    },
  ) => {
    readonly setStatus: (status: { readonly code: number; readonly message?: string }) => unknown;
    readonly end: (at: number) => void;
  };
}

/** The tracer, and whether spans contain the content of calls. */
export interface TraceOptions {
  readonly tracer: SpanTracer;
  /**
   * True to add the content of calls: arguments, reasons and errors, with secrets hidden. Otherwise a span contains
   * only the tool and the outcome.
   */
  readonly content?: boolean;
}

type Of<T extends Entry['type']> = Extract<Entry, { readonly type: T }>;

/** `SpanKind.INTERNAL` and `SpanStatusCode.ERROR` of OpenTelemetry. */
const internal = 0;
const failed = 2;

/** A name comes from the model, and a text may be a whole file. */
const room = { text: 2000, all: 8000 };
const mostName = 200;

/**
 * Creates spans for a gate's decisions, by OpenTelemetry's conventions for generative AI: `authorize TOOL` for each
 * decision, `approve TOOL` for the time a person took, `execute_tool TOOL` for a call that has ended. Each is a child
 * of the span active at that moment. Returns a function that stops tracing.
 *
 * @example
 * ```ts
 * import { trace } from '@opentelemetry/api';
 * import { createGate } from '@permesso/gate';
 * import { traceCalls } from '@permesso/gate/telemetry';
 * const stop = traceCalls(createGate({ policy: {} }), { tracer: trace.getTracer('my-app') });
 * ```
 */
export function traceCalls(gate: Pick<Gate, 'on'>, options: TraceOptions): () => void {
  checkOptions(options, ['tracer', 'content'], 'traceCalls');
  const { tracer, content = false } = options;
  if (typeof tracer?.startSpan !== 'function')
    throw new TypeError(
      "`tracer` is not a tracer; pass `trace.getTracer('my-app')` from `@opentelemetry/api`",
    );
  const stops = [
    gate.on('decided', (entry) => writeSpan(tracer, decidedSpan(entry, content))),
    gate.on('answered', (entry) => writeSpan(tracer, answeredSpan(entry, content))),
    gate.on('ended', (entry) => writeSpan(tracer, endedSpan(entry, content))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

interface CallSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, Attribute | undefined>>;
  readonly isError: boolean;
}

/** Uses the entry's own times, so that nothing is kept between two entries. */
function writeSpan(tracer: SpanTracer, { name, from, to, attributes, isError }: CallSpan): void {
  const known = Object.entries(attributes).filter(
    (pair): pair is [string, Attribute] => pair[1] !== undefined,
  );
  const span = tracer.startSpan(name, {
    kind: internal,
    startTime: from,
    attributes: Object.fromEntries(known),
  });
  if (isError) span.setStatus({ code: failed });
  span.end(to);
}

function decidedSpan({ at, call, decision, policy, ...context }: Of<'decided'>, content: boolean): CallSpan {
  const { verdict, observed, receipt, message } = decision;
  return {
    name: `authorize ${toolName(call)}`,
    from: at,
    to: at,
    isError: false,
    attributes: {
      ...callAttributes(call, context.session),
      'permesso.verdict': verdict,
      'permesso.mode': receipt.mode.used,
      'permesso.policy': policy,
      'permesso.call_key': context.callKey,
      'permesso.observed.verdict': observed?.verdict,
      ...(content ? contentAttributes(call, { 'permesso.reason': message }) : {}),
    },
  };
}

function answeredSpan(
  { at, call, answer, waited = 0, ...context }: Of<'answered'>,
  content: boolean,
): CallSpan {
  const comment = 'comment' in answer ? answer.comment : undefined;
  return {
    name: `approve ${toolName(call)}`,
    from: at - waited,
    to: at,
    isError: false,
    attributes: {
      ...callAttributes(call, context.session),
      'permesso.answer': answer.verdict,
      'permesso.answer.scope': typeof answer.scope === 'object' ? 'until' : answer.scope,
      'permesso.call_key': context.callKey,
      ...(content ? contentAttributes(call, { 'permesso.answer.comment': comment }) : {}),
    },
  };
}

function endedSpan({ at, call, outcome, ...context }: Of<'ended'>, content: boolean): CallSpan {
  const { ok, error, durationMs = 0 } = outcome;
  return {
    name: `execute_tool ${toolName(call)}`,
    from: at - durationMs,
    to: at,
    isError: !ok,
    attributes: {
      ...callAttributes(call, context.session),
      'gen_ai.operation.name': 'execute_tool',
      'permesso.call_key': context.callKey,
      ...(ok ? {} : { 'error.type': 'tool_error' }),
      ...(content ? contentAttributes(call, { 'permesso.error': error }) : {}),
    },
  };
}

function toolName({ tool }: ToolCall): string {
  return typeof tool === 'string' ? tool.slice(0, mostName) : 'unknown';
}

function callAttributes(call: ToolCall, session: string | undefined): CallSpan['attributes'] {
  return {
    'gen_ai.tool.name': toolName(call),
    'gen_ai.tool.type': call.mcp === undefined ? 'function' : 'extension',
    'gen_ai.agent.name': agentChain(call)[0],
    'gen_ai.conversation.id': call.session ?? session,
    'permesso.host': call.host,
  };
}

/** A value found to be a secret in the arguments is hidden in the other texts too. */
function contentAttributes(
  { input }: ToolCall,
  texts: Readonly<Record<string, string | undefined>>,
): CallSpan['attributes'] {
  const redactor = createRedactor(room);
  const given = canonicalJson(input, redactor);
  const others = Object.entries(texts).map(([name, text]) => [
    name,
    text === undefined ? undefined : (JSON.parse(redactor.quote(text)) as string),
  ]);
  return { 'gen_ai.tool.call.arguments': given, ...(Object.fromEntries(others) as CallSpan['attributes']) };
}
