import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStats } from '@permesso/protocol/entry';
import { createGate, type Gate, type ToolCall } from '@permesso/gate';
import { scriptedApprover } from '@permesso/gate/approvers';
import { fileLog, memoryLog, type Entry } from '@permesso/gate/stores';
import { printStats } from '../src/cli/log/log-print.ts';
import { readLog } from '@permesso/gate/log';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { copilot } from '@permesso/gate/copilot-sdk';
import { guard } from '@permesso/gate/guard';
import { langchain } from '@permesso/gate/langchain';
import { mastra } from '@permesso/gate/mastra';
import { guardTool, suspendedCalls } from '@permesso/gate/sdks';

/** What was recorded, without times: `ended ok`, `ended failed: text`. */
function told(entries: readonly Entry[]): readonly string[] {
  return entries.map((entry) => {
    if (entry.type !== 'ended') return entry.type;
    const { ok, error } = entry.outcome;
    return ok ? 'ended ok' : `ended failed: ${error ?? ''}`;
  });
}

function watched(): { readonly gate: Gate; readonly log: { readonly entries: readonly Entry[] } } {
  const log = memoryLog();
  return { gate: createGate({ policy: { allow: ['*'] }, log }), log };
}

const boom = new Error('boom');
const allowed = ['decided', 'started', 'ended ok'];
const failed = ['decided', 'started', 'ended failed: boom'];

describe('authorize, then ran', () => {
  test('asked, decided, answered, ended, under one key', async () => {
    const log = memoryLog();
    const gate = createGate({ policy: {}, approver: scriptedApprover([{ verdict: 'allow' }]), log });
    const said = await gate.authorize({ tool: 'refund', input: { amount: 1 } });
    said.ran({ ok: false, error: 'no money', durationMs: 12.4 });
    // Once.
    said.ran({ ok: true });
    expect(told(log.entries)).toEqual(['decided', 'answered', 'ended failed: no money']);
    const keys = log.entries.map((entry) => ('callKey' in entry ? entry.callKey : undefined));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toEqual(expect.any(String));
  });

  test('an authorization stays plain data', async () => {
    const { gate } = watched();
    const said = await gate.authorize({ tool: 'x', input: {} });
    expect(structuredClone(said)).toEqual(said);
    expect(Object.keys(said)).not.toContain('ran');
  });

  test.each<[unknown, string]>([
    [undefined, 'ended failed: '],
    [null, 'ended failed: '],
    [{ ok: 'yes' }, 'ended failed: '],
    [{ ok: true, durationMs: Number.NaN }, 'ended ok'],
    [{ ok: true, durationMs: -5 }, 'ended ok'],
    [{ ok: false, error: new Error('x') }, 'ended failed: x'],
  ])('%j is recorded, and changes nothing', (outcome, said) => {
    const { gate, log } = watched();
    gate.ran({ tool: 'x', input: {} }, outcome as never);
    gate.ran(null as never, outcome as never);
    expect(told(log.entries)).toEqual([said, said]);
    expect(
      log.entries.every((entry) => !('outcome' in entry) || entry.outcome.durationMs === undefined),
    ).toBe(true);
  });

  test('a log that fails fails nobody', () => {
    const gate = createGate({
      policy: {},
      log: {
        write: () => {
          throw new Error('full');
        },
      },
    });
    expect(() => gate.start({ tool: 'x', input: {} }).ended({ ok: true })).not.toThrow();
  });
});

/** One tool behind each adapter, run as its SDK does: with success, then with an error. */
const adapters: readonly [string, (gate: Gate, run: () => unknown) => Promise<unknown>][] = [
  ['guard', (gate, run) => guard(gate, { tool: 'x' }, run)({})],
  [
    'AI SDK',
    (gate, run) => {
      const { x } = aiSdk(gate).guardTools({ x: { execute: (_input: object, _how: object) => run() } });
      return Promise.resolve(x.execute({}, { toolCallId: 'c', messages: [] }));
    },
  ],
  [
    'OpenAI Agents',
    (gate, run) => {
      const tool = guardTool(
        {
          type: 'function',
          name: 'x',
          invoke: async (_context: object, _input: string) => await run(),
          needsApproval: () => Promise.resolve(false),
          isEnabled: () => Promise.resolve(true),
        },
        {
          at: () => ({ id: 'c', call: { tool: 'x', input: {} }, gate: () => gate, editable: true }),
          isVisible: () => Promise.resolve(true),
          isResumedByOwner: true,
          calls: suspendedCalls(),
        },
      );
      return tool.invoke({ context: {} }, '{}');
    },
  ],
  [
    'LangChain tools',
    (gate, run) => {
      const [tool] = langchain(gate, { ToolMessage: Object }).guardTools([
        { name: 'x', invoke: async (_input: object) => await run() },
      ]);
      return tool?.invoke({}) ?? Promise.resolve();
    },
  ],
  [
    'LangChain middleware before a guarded tool',
    (gate, run) => {
      const by = langchain(gate, { ToolMessage: Object });
      const [tool] = by.guardTools([{ name: 'x', invoke: async (_input: object) => await run() }]);
      const toolCall = { id: 'c', name: 'x', args: {} };
      return by.middleware.wrapToolCall({ toolCall, tool, runtime: {} }, async () =>
        tool?.invoke({ type: 'tool_call', ...toolCall }),
      );
    },
  ],
  [
    'Mastra',
    (gate, run) => {
      const { x } = mastra(gate).guardTools({ x: { execute: (_input: object, _how: object) => run() } });
      return Promise.resolve(x.execute({}, {}));
    },
  ],
];

describe.each(adapters)('%s records by itself', (_name, call) => {
  test('a call that ends well', async () => {
    const { gate, log } = watched();
    expect(await call(gate, () => 'result')).toBe('result');
    expect(told(log.entries)).toEqual(allowed);
  });

  test('a call that throws, which it still does', async () => {
    const { gate, log } = watched();
    await expect(call(gate, () => Promise.reject(boom))).rejects.toThrow('boom');
    expect(told(log.entries)).toEqual(failed);
  });

  test('nothing of a call that was denied', async () => {
    const log = memoryLog();
    // With a condition, or the tool would not even be shown.
    const gate = createGate({ policy: { deny: [{ rule: 'x', when: { a: { exists: false } } }] }, log });
    await Promise.resolve(call(gate, () => 'result')).catch(() => 'refused');
    expect(told(log.entries)).toContain('decided');
    expect(told(log.entries)).not.toContain('started');
  });
});

test('AI SDK: a stream has ended when it was read, or when its reader left', async () => {
  const { gate, log } = watched();
  const { x } = aiSdk(gate).guardTools({
    x: {
      execute: async function* (_input: object, _how: object) {
        yield 1;
        yield await Promise.resolve(2);
      },
    },
  });
  const read = (): AsyncGenerator<number> =>
    x.execute({}, { toolCallId: 'c', messages: [] }) as AsyncGenerator<number>;
  const all: number[] = [];
  for await (const one of read()) all.push(one);
  for await (const one of read()) if (one === 1) break;
  expect(all).toEqual([1, 2]);
  expect(told(log.entries)).toEqual([...allowed, 'decided', 'started', 'ended failed: it was stopped']);
});

test('Claude Agent SDK: its hooks after a tool record, beside those of the app', async () => {
  const { gate, log } = watched();
  const own = { hooks: [() => Promise.resolve({})] };
  const { hooks } = claudeAgent(gate).options({ hooks: { PostToolUse: [own] } });
  expect(hooks.PostToolUse[0]).toBe(own);
  const payload = { tool_name: 'Read', tool_input: { file_path: '/a' }, session_id: 's', cwd: '/' };
  const after = async (name: 'PostToolUse' | 'PostToolUseFailure', more: object): Promise<unknown> =>
    await hooks[name].at(-1)?.hooks[0]?.({ ...payload, hook_event_name: name, ...more });
  expect(await after('PostToolUse', { tool_response: 'x' })).toEqual({});
  expect(await after('PostToolUseFailure', { error: 'boom' })).toEqual({});
  expect(told(log.entries)).toEqual(['ended ok', 'ended failed: boom']);
  expect(log.entries[0]).toMatchObject({ call: { tool: 'Read', input: { file_path: '/a' } }, session: 's' });
});

test('Copilot SDK: its hook after a tool records, and hands on to that of the app', async () => {
  const { gate, log } = watched();
  const received: unknown[] = [];
  const { hooks } = copilot(gate).session({
    hooks: { onPostToolUse: (input: unknown) => void received.push(input) },
  });
  const input = { sessionId: 's', workingDirectory: '/', toolName: 'bash', toolArgs: { command: 'ls' } };
  await hooks.onPostToolUse({ ...input, toolResult: { resultType: 'success' } }, { sessionId: 's' });
  await hooks.onPostToolUse(
    { ...input, toolResult: { resultType: 'failure', error: 'boom' } },
    { sessionId: 's' },
  );
  expect(told(log.entries)).toEqual(['ended ok', 'ended failed: boom']);
  expect(received).toHaveLength(2);
});

describe('in the log on disk', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'permesso-outcomes-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, maxRetries: 20 }));

  test('start and end name the call by its key, hold none of its input, and hide secrets in errors', async () => {
    const log = fileLog({ directory });
    const gate = createGate({ policy: { allow: ['*'] }, log });
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const call = { tool: 'x', input: { note: 'private', token: secret } };
    await gate.authorize(call);
    gate.start(call).ended({ ok: false, error: `bad token ${secret}` });
    log.close();
    const entries = [...readLog(directory)];
    expect(entries.map(({ type }) => type)).toEqual(['decision', 'start', 'end']);
    expect(new Set(entries.map((entry) => ('key' in entry ? entry.key : undefined))).size).toBe(1);
    expect(JSON.stringify(entries)).not.toContain('a1B2a1B2');
    expect(JSON.stringify(entries.slice(1))).not.toContain('private');
    expect(entries[2]).toMatchObject({
      ok: false,
      call: { tool: 'x', input: {} },
      durationMs: expect.any(Number),
    });
  });

  test('stats count them, and what never ended is visible', async () => {
    const log = fileLog({ directory });
    const gate = createGate({ policy: { allow: ['*'] }, log });
    const call = (n: number): ToolCall => ({
      tool: 'x',
      input: { n },
      host: 'app',
    });
    for (const n of [1, 1, 2, 3, 4]) await gate.authorize(call(n));
    await gate.authorize({ tool: 'x', input: {}, host: 'tells nothing' });
    gate.start(call(1)).ended({ ok: true, durationMs: 100 });
    gate.start(call(1)).ended({ ok: false, durationMs: 100 });
    gate.ran(call(2), { ok: true });
    gate.start(call(3));
    log.close();
    const stats = createStats();
    for (const entry of readLog(directory)) stats.add(entry);
    const result = stats.result();
    expect(result.outcomes).toMatchObject({ ok: 2, failed: 1, running: 1, untold: 1 });
    expect(printStats(result, 80)).toMatch(/ended +2 ok, 1 failed, median \d+ ms/);
    expect(printStats(result, 80)).toMatch(/never ended +1 started, 1 allowed and not started/);
  });
});
