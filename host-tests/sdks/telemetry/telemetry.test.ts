import { context, trace, type Context, type ContextManager } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createGate } from '@permesso/gate';
import { memoryLog } from '@permesso/gate/stores';
import { guard } from '@permesso/gate/guard';
import { traceCalls } from '@permesso/gate/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('app');

/** The one of `@opentelemetry/context-async-hooks`, in short. */
function contextManager(root: Context): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? root,
    with: (active, run, thisArg, ...args) => storage.run(active, () => run.call(thisArg as never, ...args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

beforeAll(() => context.setGlobalContextManager(contextManager(context.active())));
afterAll(() => context.disable());

test('spans of the real SDK: children of the active span, with the times of the calls', async () => {
  const gate = createGate({
    policy: { allow: ['search'], ask: ['deploy'] },
    log: memoryLog(),
    approver: () => Promise.resolve({ verdict: 'allow' }),
  });
  traceCalls(gate, { tracer });
  const search = guard(gate, { tool: 'search', session: 'chat' }, () => {
    throw new Error('no index');
  });
  const parent = tracer.startSpan('invoke_agent helper');
  await context.with(trace.setSpan(context.active(), parent), async () => {
    await search({ q: 'private words' }).catch(() => undefined);
    const said = await gate.authorize({ tool: 'deploy', input: { target: 'private words' } });
    said.ran({ ok: true, durationMs: 250 });
  });
  parent.end();

  const spans = exporter.getFinishedSpans().filter(({ name }) => name !== 'invoke_agent helper');
  expect(spans.map(({ name, status }) => [name, status.code])).toEqual([
    ['authorize search', 0],
    ['execute_tool search', 2],
    ['authorize deploy', 0],
    ['approve deploy', 0],
    ['execute_tool deploy', 0],
  ]);
  for (const span of spans) {
    expect(span.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
    expect(span.spanContext().traceId).toBe(parent.spanContext().traceId);
  }
  const [seconds = 0, nanoseconds = 0] = spans[4]?.duration ?? [];
  expect(Math.round(seconds * 1000 + nanoseconds / 1e6)).toBe(250);
  expect(spans[1]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.conversation.id': 'chat',
    'error.type': 'tool_error',
  });
  expect(JSON.stringify(spans.map(({ attributes, status }) => [attributes, status]))).not.toContain(
    'private',
  );
});
