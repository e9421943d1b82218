import type { Span } from './record-spans.ts';

export interface SpanSender {
  readonly add: (span: Span) => void;
  /** Sends the remaining spans. */
  readonly end: () => Promise<void>;
}

const everyMs = 2000;
const mostTogether = 500;
/** Limits the memory used while a collector is down. */
const mostWaiting = 5000;
const patienceMs = 5000;

/**
 * Sends spans to a collector a few seconds later. Spans it does not accept are dropped: traces must not slow the
 * server down.
 */
export function spanSender(url: string, onError: (error: unknown) => void): SpanSender {
  let waiting: Span[] = [];
  let sending = Promise.resolve();
  let hasFailed = false;

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, mostTogether);
      try {
        const { ok, status } = await fetch(`${url}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: otlpTraces(spans),
          signal: AbortSignal.timeout(patienceMs),
        });
        if (!ok) throw new Error(`the collector answered ${status}`);
        hasFailed = false;
      } catch (error) {
        waiting = [];
        // Reported once, not every two seconds.
        if (!hasFailed) onError(error);
        hasFailed = true;
      }
    }
  }

  const now = (): void => {
    sending = sending.then(send);
  };
  const timer = setInterval(now, everyMs);
  timer.unref();
  return {
    add: (span) => {
      if (waiting.length < mostWaiting) waiting.push(span);
    },
    end: async () => {
      clearInterval(timer);
      now();
      await sending;
    },
  };
}

/** `ExportTraceServiceRequest` as JSON. */
function otlpTraces(spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'permesso' }) },
        scopeSpans: [{ scope: { name: 'permesso' }, spans: spans.map(spanJson) }],
      },
    ],
  });
}

function spanJson({ start, end, isServer, hasFailed, attributes, ...named }: Span): object {
  return {
    ...named,
    kind: isServer ? 2 : 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: attributesOf(attributes),
    status: hasFailed ? { code: 2 } : {},
  };
}

function attributesOf(values: Span['attributes']): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
