import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  requestChannel,
  transactionChannel,
  type ObservedRequest,
  type ObservedTransaction,
} from '../../database/observed-work.ts';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly isServer: boolean;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
}

interface OpenSpan extends Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'start'> {
  /** Whether it is reported; nested spans follow it. */
  readonly isSampled: boolean;
}

export interface RecordSpans {
  /** The share of requests, between 0 and 1. */
  readonly share: number;
  readonly onSpan: (span: Span) => void;
}

/** Probes would be most of the spans. */
const unseen: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Follows the server's work until it is stopped. Spans contain nothing that a person or agent sent, except trace ids.
 */
export function recordSpans({ share, onSpan }: RecordSpans): () => void {
  const current = new AsyncLocalStorage<OpenSpan>();
  const open = new WeakMap<object, OpenSpan>();

  function begin(work: object, parent: Parent | undefined): OpenSpan {
    const span = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
      start: nanosNow(),
      isSampled: parent?.isSampled ?? Math.random() < share,
    };
    open.set(work, span);
    return span;
  }

  function finish(
    work: object,
    tell: () => Pick<Span, 'name' | 'isServer' | 'attributes' | 'hasFailed'>,
  ): void {
    const span = open.get(work);
    open.delete(work);
    if (span === undefined || !span.isSampled) return;
    const { isSampled: _isSampled, ...ids } = span;
    onSpan({ ...ids, ...tell(), end: nanosNow() });
  }

  const requestEnds = (message: unknown): void => {
    const seen = message as ObservedRequest & Outcome;
    const { method, route = 'unknown', status = 404, id } = seen;
    if (unseen.has(route)) open.delete(seen);
    finish(seen, () => ({
      name: `${method} ${route}`,
      isServer: true,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(id === undefined ? {} : { 'permesso.request': id }),
      },
      hasFailed: status >= 500 || seen.error !== undefined,
    }));
  };
  const transactionEnds = (message: unknown): void => {
    const seen = message as ObservedTransaction & Outcome;
    finish(seen, () => ({
      name: `transaction ${seen.role}`,
      isServer: false,
      attributes: { 'db.system.name': 'postgresql', 'permesso.role': seen.role },
      hasFailed: seen.error !== undefined,
    }));
  };
  requestChannel.start.bindStore(current, (seen) => begin(seen, parentIn(seen.traceparent, share)));
  // Background work has no trace of its own: there would be one every second.
  transactionChannel.start.bindStore(current, (seen) => begin(seen, current.getStore() ?? untold));
  requestChannel.asyncEnd.subscribe(requestEnds);
  transactionChannel.asyncEnd.subscribe(transactionEnds);
  return () => {
    requestChannel.asyncEnd.unsubscribe(requestEnds);
    transactionChannel.asyncEnd.unsubscribe(transactionEnds);
    requestChannel.start.unbindStore(current);
    transactionChannel.start.unbindStore(current);
  };
}

interface Outcome {
  /** Set by the channel if the work threw. */
  readonly error?: unknown;
}

type Parent = Pick<OpenSpan, 'traceId' | 'spanId' | 'isSampled'>;

const untold: Parent = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), isSampled: false };

/** The caller names the trace; the sampling rate is ours, since anybody may call. */
function parentIn(traceparent: string | undefined, share: number): Parent | undefined {
  const [, traceId, spanId] =
    /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: Math.random() < share };
}

const clockOffset = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint();

/** By the clock at the start: a clock that is set back cannot end a span before it began. */
function nanosNow(): bigint {
  return clockOffset + process.hrtime.bigint();
}
