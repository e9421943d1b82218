import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStats } from '@permesso/protocol/entry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLog } from '@permesso/gate/log';
import { historyFrom } from '../review/log-history.ts';
import { findPlaces } from '@permesso/gate/disk';
import { answerHook } from './answer-hook.ts';
import { hookGate } from './hook-gate.ts';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { recordAfter } from './record-after.ts';

let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-after-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

/** As the real programs send them, without what is not read. */
const told: readonly (readonly [host: string, before: object, after: object])[] = [
  [
    'claude-code',
    {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'make one', description: 'leaves a mark' },
    },
    { hook_event_name: 'PostToolUse', tool_response: { stdout: '' }, duration_ms: 200 },
  ],
  [
    'claude-code',
    {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'make one' },
    },
    { hook_event_name: 'PostToolUseFailure', error: 'Exit code 1', duration_ms: 281 },
  ],
  [
    'qwen-code',
    {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/home/me/.qwen/projects/-app/chats/s.jsonl',
      timestamp: '2026-11-14T23:38:41.805Z',
      permission_mode: 'default',
      tool_name: 'run_shell_command',
      tool_input: { command: 'make one', is_background: false },
    },
    { hook_event_name: 'PostToolUse', tool_response: { llmContent: '' }, duration_ms: 53 },
  ],
  [
    'copilot-cli',
    {
      sessionId: 's',
      timestamp: 1,
      toolName: 'bash',
      toolArgs: { command: 'make one', description: 'leaves a mark' },
    },
    { toolResult: { resultType: 'success', textResultForLlm: '' } },
  ],
];

function hostCalled(name: string): HookHost {
  const host = hookHosts.get(name);
  if (host === undefined) throw new Error(name);
  return host;
}

/** The hook says ask, and the program asks in its own way. */
async function asked(host: HookHost, payload: object): Promise<void> {
  const reply = await answerHook(JSON.stringify({ ...payload, cwd: join(home, 'app') }), {
    host,
    gateFor: (call) => hookGate(call, { host, home, ask: 'host', patience: 1000, root: join(home, 'app') }),
    signal: AbortSignal.timeout(10_000),
  });
  expect(reply.stdout).toContain('"ask"');
}

const entries = () => [...readLog(join(findPlaces({ home }).state, 'log'))];

test.each(told)('%s: a call that ran after our ask is learnt from', async (name, before, after) => {
  const host = hostCalled(name);
  await asked(host, before);
  recordAfter(JSON.stringify({ ...before, ...after, cwd: join(home, 'app') }), host, { home });
  const [decision, end] = entries();
  expect(end).toMatchObject({ type: 'end', source: 'host', ok: !('error' in after) });
  expect(end).toHaveProperty('key', (decision as { readonly key?: string }).key);
  expect(historyFrom(entries())).toMatchObject([{ yes: 1, ran: 1, no: 0 }]);
  const stats = createStats();
  for (const entry of entries()) stats.add(entry);
  expect(stats.result()).toMatchObject({ ranAfterAsk: 1, answers: { allow: 0 }, grants: 0 });
});

test('it is not a grant: the same call is asked about again', async () => {
  const [[name, before, after] = ['', {}, {}]] = told;
  const host = hostCalled(name);
  await asked(host, before);
  recordAfter(JSON.stringify({ ...before, ...after, cwd: join(home, 'app') }), host, { home });
  await asked(host, before);
  expect(entries().map(({ type }) => type)).toEqual(['decision', 'end', 'decision']);
});

test('where a model or nobody answers the prompts, only the outcome is recorded', async () => {
  const [[name, before, after] = ['', {}, {}]] = told;
  const host = hostCalled(name);
  await asked(host, before);
  const mode = { permission_mode: 'auto' };
  recordAfter(JSON.stringify({ ...before, ...after, ...mode, cwd: join(home, 'app') }), host, { home });
  expect(entries().at(-1)).not.toHaveProperty('source');
  expect(historyFrom(entries())).toMatchObject([{ yes: 0, ran: 0 }]);
});

test('a run that belongs to no question teaches nothing', () => {
  const [[name, before, after] = ['', {}, {}]] = told;
  recordAfter(JSON.stringify({ ...before, ...after, cwd: join(home, 'app') }), hostCalled(name), { home });
  expect(historyFrom(entries())).toEqual([]);
  const stats = createStats();
  for (const entry of entries()) stats.add(entry);
  expect(stats.result().ranAfterAsk).toBe(0);
});

test('what is not a payload of this host is refused', () => {
  expect(() => recordAfter('{}', hostCalled('claude-code'), { home })).toThrow(/named no tool/);
  expect(() => recordAfter('{}', hostCalled('cursor'), { home })).toThrow(/tells nothing/);
});

const inBatch = (response: unknown) => ({
  hook_event_name: 'PostToolBatch',
  tool_calls: [
    { tool_name: 'Bash', tool_input: { command: 'make one' }, tool_use_id: 'x', tool_response: response },
  ],
});

/** As Claude Code 2.1.325 words them. */
const refusals: readonly (readonly [by: string, after: object])[] = [
  ['rule', inBatch('Permission to use Bash with command make one has been denied.')],
  [
    'mode',
    inBatch(
      "Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: You may",
    ),
  ],
  [
    'judge',
    {
      hook_event_name: 'PermissionDenied',
      tool_name: 'Bash',
      tool_input: { command: 'make one' },
      reason: 'Classifier unavailable',
    },
  ],
];

test.each(refusals)('what the program itself refused is told with what refused it: %s', async (by, after) => {
  const [[name, before] = ['', {}]] = told;
  const host = hostCalled(name);
  await asked(host, before);
  recordAfter(JSON.stringify({ ...before, ...after, cwd: join(home, 'app') }), host, { home });
  const [decision, end] = entries();
  expect(end).toMatchObject({ type: 'end', ok: false, refusedBy: by });
  expect(end).toHaveProperty('key', (decision as { readonly key?: string }).key);
  expect(historyFrom(entries())).toMatchObject([{ yes: 0, ran: 0 }]);
});

test('what a command prints is not taken for a refusal', async () => {
  const [[name, before, ended] = ['', {}, {}]] = told;
  const host = hostCalled(name);
  await asked(host, before);
  const payload = (after: object) => JSON.stringify({ ...before, ...after, cwd: join(home, 'app') });
  recordAfter(payload(ended), host, { home });
  const printed = 'Permission to use Bash with command make one has been denied.';
  recordAfter(payload(inBatch(printed)), host, { home });
  for (const other of [`It says: ${printed}`, '', { stdout: printed }])
    recordAfter(payload(inBatch(other)), host, { home });
  expect(entries().map(({ type }) => type)).toEqual(['decision', 'end']);
});
