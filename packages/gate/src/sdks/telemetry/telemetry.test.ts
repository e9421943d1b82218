import { fixedWorld } from '@permesso/engine/world';
import { expect, test } from 'vitest';
import { createGate, type Gate, type GateOptions } from '../../gate/gate.ts';
import { memoryLog } from '../../log/entry/log.ts';
import { guard } from '../guard/guard.ts';
import { countCalls, traceCalls, type SpanTracer } from './telemetry.ts';

interface Written {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly took: number;
  readonly status?: number;
}

function recordingTracer(): { readonly tracer: SpanTracer; readonly spans: readonly Written[] } {
  const spans: Written[] = [];
  const startSpan: SpanTracer['startSpan'] = (name, { attributes, startTime }) => {
    let status: number | undefined;
    return {
      setStatus: ({ code }) => (status = code),
      end: (at) =>
        spans.push({ name, attributes, took: at - startTime, ...(status === undefined ? {} : { status }) }),
    };
  };
  return { tracer: { startSpan }, spans };
}

const gateOf = (more: Partial<GateOptions> = {}): Gate =>
  createGate({
    policy: { allow: ['refund'], ask: ['deploy'] },
    world: () => fixedWorld(),
    approver: () => Promise.resolve({ verdict: 'deny', comment: 'secret plans' }),
    ...more,
  });

const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

async function play(gate: Gate): Promise<void> {
  const refund = guard(
    gate,
    { tool: 'refund', session: 's', agent: { name: 'helper' } },
    ({ ok }: { ok: boolean; token: string }) => {
      if (!ok) throw new Error(`no such order ${secret}`);
    },
  );
  await refund({ ok: true, token: secret });
  await refund({ ok: false, token: secret }).catch(() => undefined);
  await gate.authorize({ tool: 'deploy', input: { target: 'the moon' } });
}

test('a span for each decision, answer and end, by the names of the conventions', async () => {
  const gate = gateOf({ log: memoryLog() });
  const { tracer, spans } = recordingTracer();
  traceCalls(gate, { tracer });
  await play(gate);
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['authorize refund', undefined],
    ['execute_tool refund', undefined],
    ['authorize refund', undefined],
    ['execute_tool refund', 2],
    ['authorize deploy', undefined],
    ['approve deploy', undefined],
  ]);
  expect(spans[3]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'refund',
    'gen_ai.tool.type': 'function',
    'gen_ai.agent.name': 'helper',
    'gen_ai.conversation.id': 's',
    'error.type': 'tool_error',
  });
  expect(spans[4]?.attributes).toMatchObject({ 'permesso.verdict': 'ask', 'permesso.mode': 'default' });
  expect(spans[5]?.attributes).toMatchObject({ 'permesso.answer': 'deny' });
  expect(spans.every(({ took }) => took >= 0)).toBe(true);
  // Where there is a log, one key ties the three together, and to the log.
  expect(spans[0]?.attributes['permesso.call_key']).toBeTypeOf('string');
  expect(spans[1]?.attributes['permesso.call_key']).toBe(spans[0]?.attributes['permesso.call_key']);
});

test('nothing that calls hold is in a span unless it is wanted, and then without secrets', async () => {
  const gate = gateOf();
  const [plain, full] = [recordingTracer(), recordingTracer()];
  traceCalls(gate, { tracer: plain.tracer });
  traceCalls(gate, { tracer: full.tracer, content: true });
  await play(gate);
  const without = JSON.stringify(plain.spans);
  for (const text of ['moon', 'order', 'plans', secret, 'target', 'token'])
    expect(without).not.toContain(text);
  const having = JSON.stringify(full.spans);
  for (const text of ['moon', 'order', 'plans']) expect(having).toContain(text);
  expect(having).not.toContain(secret);
});

test('an observed decision says what it would have been', async () => {
  const gate = gateOf({ policy: { deny: ['refund'] }, enforce: false });
  const { tracer, spans } = recordingTracer();
  traceCalls(gate, { tracer });
  await gate.authorize({ tool: 'refund', input: {} });
  expect(spans[0]?.attributes).toMatchObject({
    'permesso.verdict': 'allow',
    'permesso.observed.verdict': 'deny',
  });
});

test('a tracer that fails changes no verdict, and is in the log', async () => {
  const log = memoryLog();
  const gate = gateOf({ log });
  traceCalls(gate, {
    tracer: {
      startSpan: () => {
        throw new Error('exporter is down');
      },
    },
  });
  expect((await gate.authorize({ tool: 'refund', input: {} })).verdict).toBe('allow');
  expect(log.entries).toContainEqual(expect.objectContaining({ type: 'failed', error: 'exporter is down' }));
});

test('a stop stops, and what is not a tracer is refused', async () => {
  const gate = gateOf();
  const { tracer, spans } = recordingTracer();
  const stop = traceCalls(gate, { tracer });
  stop();
  await play(gate);
  expect(spans).toEqual([]);
  expect(() => traceCalls(gate, {} as never)).toThrow('tracer');
});

test('counters for Prometheus', async () => {
  const gate = gateOf();
  const counters = countCalls(gate);
  await play(gate);
  const text = counters.text();
  for (const line of [
    'permesso_decisions_total{verdict="allow",tool="refund"} 2',
    'permesso_decisions_total{verdict="ask",tool="deploy"} 1',
    'permesso_answers_total{verdict="deny"} 1',
    'permesso_calls_total{result="ok",tool="refund"} 1',
    'permesso_calls_total{result="error",tool="refund"} 1',
    'permesso_call_seconds_count 2',
    '# TYPE permesso_decisions_total counter',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('moon');
  counters.stop();
  await play(gate);
  expect(counters.text()).toBe(text);
});

test('a model that makes up tools makes neither lines nor labels of its own', async () => {
  const gate = gateOf({ policy: { unlisted: 'deny' } });
  const counters = countCalls(gate);
  await gate.authorize({ tool: 'x"} 1\npermesso_failures_total 99', input: {} });
  for (let at = 0; at < 500; at++) await gate.authorize({ tool: `made_up_${at}`, input: {} });
  const lines = counters.text().split('\n');
  expect(lines.filter((line) => line.startsWith('permesso_failures_total'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('permesso_decisions_total{'))).toHaveLength(101);
  expect(lines.some((line) => line.includes('tool="other"} 401'))).toBe(true);
});

test('the gates of several tenants are counted together, each by its tenant', async () => {
  const gates = ['acme', 'globex'].map(() => createGate({ policy: { allow: ['refund'] } }));
  const counters = countCalls(gates, { tenants: true });
  for (const [at, tenant] of ['acme', 'globex'].entries())
    await gates[at]?.authorize({ tool: 'refund', input: {}, principal: { tenant, user: 'ann' } });
  const text = counters.text();
  for (const tenant of ['acme', 'globex'])
    expect(text).toContain(`permesso_decisions_total{verdict="allow",tool="refund",tenant="${tenant}"} 1\n`);
  expect(text.match(/# TYPE permesso_decisions_total/g)).toHaveLength(1);
});
