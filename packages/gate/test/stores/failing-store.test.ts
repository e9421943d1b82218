import { describe, expect, test, vi } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { memoryApprovals, type ApprovalStore } from '../../src/approval/stores/approval-store.ts';
import { memoryGrants, type GrantStore } from '../../src/approval/stores/grant-store.ts';
import { createGate, type Gate } from '../../src/gate/gate.ts';
import { memoryLimits, type LimitStore } from '../../src/limits/limit-store.ts';
import { memoryLog } from '../../src/log/entry/log.ts';
import { aiSdk } from '../../src/sdks/ai-sdk/ai-sdk.ts';
import { claudeAgent } from '../../src/sdks/claude-agent-sdk/claude-agent-sdk.ts';
import { copilot } from '../../src/sdks/copilot-sdk/copilot-sdk.ts';
import { guard } from '../../src/sdks/guard/guard.ts';
import { beforeCall } from '../../src/sdks/interceptor/interceptor.ts';
import { langchain } from '../../src/sdks/langchain/langchain.ts';
import { mastra } from '../../src/sdks/mastra/mastra.ts';
import { openaiAgents } from '../../src/sdks/openai-agents/openai-agents.ts';
import type { Stores } from '../../src/stores/stores.ts';
import { serveDecisions } from '../../src/wire/serve-decisions.ts';
import { createWire } from '../../src/wire/wire.ts';

const secret = 'postgres://app:hunter2-marked@db.internal:5432/app';

type Breaking = (real: (...given: never[]) => unknown) => (...given: never[]) => unknown;

const ways: readonly (readonly [string, Breaking])[] = [
  [
    'throws',
    () => () => {
      throw new Error(`connection refused: ${secret}`);
    },
  ],
  ['rejects', () => () => Promise.reject(new Error(`connection refused: ${secret}`))],
  ['rejects with a text', () => () => Promise.reject(secret)],
];

/** Every operation of every store, each of them alone. */
const operations: readonly (readonly ['approvals' | 'grants' | 'limits', string])[] = [
  ...(['open', 'get', 'find', 'list', 'change'] as const).map((name) => ['approvals', name] as const),
  ...(['list', 'add', 'revoke', 'use', 'denials', 'deny', 'watch'] as const).map(
    (name) => ['grants', name] as const,
  ),
  ...(['reserve', 'used'] as const).map((name) => ['limits', name] as const),
];

function brokenStores([store, operation]: (typeof operations)[number], breaking: Breaking): Stores {
  const stores: {
    approvals: ApprovalStore;
    grants: GrantStore;
    limits: LimitStore;
  } = {
    approvals: memoryApprovals(),
    grants: { ...memoryGrants(), watch: () => () => undefined },
    limits: memoryLimits(),
  };
  const real = (stores[store] as unknown as Record<string, () => unknown>)[operation] ?? (() => undefined);
  return { ...stores, [store]: { ...stores[store], [operation]: breaking(real) }, log: memoryLog() };
}

/** Allowed and counted, asked about, allowed for one agent by a grant, denied. */
const policy = {
  ask: ['refund'],
  allow: [{ rule: 'mail', limit: { calls: 5, per: 'hour', over: 'ask' } }],
  deny: ['drop'],
} as const;
const tools = ['mail', 'refund', 'drop', 'other'];

class ToolMessage {
  readonly content: string;
  constructor({ content }: { readonly content: string }) {
    this.content = content;
  }
}

const owner = { tenant: 'acme', user: 'ann', session: 's' };
const said = { verdict: 'allow', scope: 'session' } as const;

type Drive = (gate: Gate, tool: string) => Promise<unknown>;

/** What each door hands to a model for a call, before and after a person's answer. */
const doors: Readonly<Record<string, Drive>> = {
  gate: async (gate, tool) => {
    const call: ToolCall = { tool, input: {}, owner };
    const approver = async () => said;
    return [
      await gate.check(call),
      await gate.check(call),
      await gate.consult(call),
      await gate.authorize(call, { approver }),
      await gate.authorize(call, { approver: async () => ({ verdict: 'deny', scope: 'session' }) }),
    ];
  },
  guard: async (gate, tool) => {
    const run = guard(gate, { tool, principal: owner }, () => 'ran');
    return await run({}).catch((error: unknown) => String(error));
  },
  interceptor: async (gate, tool) => await beforeCall(gate).intercept({ tool, input: {}, owner }),
  'ai-sdk': async (gate, tool) => {
    const door = aiSdk(gate, { principal: owner });
    const guarded = door.guardTools({ [tool]: { execute: async () => 'ran' } })[tool];
    const toolCall = { toolName: tool, toolCallId: 'c', input: {} };
    const first = await door.toolApproval({ toolCall, tools: { [tool]: guarded }, messages: [] });
    const messages = [
      { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }] },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
    ];
    const second = await door.toolApproval({ toolCall, tools: { [tool]: guarded }, messages });
    const execute = guarded?.execute as unknown as
      | ((input: unknown, how: unknown) => Promise<unknown>)
      | undefined;
    const ran = await execute?.({}, { toolCallId: 'd', messages: [] }).catch((error: unknown) =>
      String(error),
    );
    return [first, second, ran];
  },
  'openai-agents': async (gate, tool) => {
    const [guarded] = openaiAgents(gate, { principal: owner }).guardTools([
      {
        type: 'function',
        name: tool,
        invoke: async () => 'ran',
        needsApproval: async () => false,
        isEnabled: async () => true,
      } as never,
    ]) as unknown as readonly [Record<string, (...given: unknown[]) => Promise<unknown>>];
    const context = { context: {}, isToolApproved: () => true };
    const details = { toolCall: { callId: 'c' } };
    return [
      await guarded['needsApproval']?.(context, {}, 'c'),
      await guarded['invoke']?.(context, '{}', details).catch((error: unknown) => String(error)),
    ];
  },
  langchain: async (gate, tool) => {
    const door = langchain<unknown, ToolMessage>(gate, { ToolMessage, principal: owner });
    const runtime = { interrupt: () => ({ decisions: [{ type: 'approve' }] }) };
    const request = { toolCall: { id: 'c', name: tool, args: {} }, tool: {}, runtime };
    return await door.middleware
      .wrapToolCall(request, () => new ToolMessage({ content: 'ran' }))
      .catch((error: unknown) => String(error));
  },
  mastra: async (gate, tool) => {
    const door = mastra(gate, { principal: owner });
    const context = { toolCallId: 'c', suspend: async () => undefined };
    const about = { toolName: tool, input: {}, context };
    const first = await door.hooks.beforeToolCall(about);
    const resumeData = { approved: true };
    return [first, await door.hooks.beforeToolCall({ ...about, context: { ...context, resumeData } })];
  },
  'claude-agent-sdk': async (gate, tool) => {
    const door = claudeAgent(gate, { principal: owner, approver: async () => said });
    const { hooks, canUseTool } = door.options();
    const payload = {
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: {},
      session_id: 's',
      cwd: '/',
    };
    const { signal } = new AbortController();
    const first = await hooks.PreToolUse[0]?.hooks[0]?.(payload, 'u', { signal });
    return [first, await canUseTool(tool, {}, { signal, toolUseID: 'u' })];
  },
  'copilot-sdk': async (gate, tool) => {
    const door = copilot(gate, { principal: owner, approver: async () => said });
    const { hooks, onPermissionRequest } = door.session();
    const input = { toolName: tool, toolArgs: {}, workingDirectory: '/', sessionId: 's', timestamp: 0 };
    return [
      await hooks.onPreToolUse(input, { sessionId: 's' }),
      await onPermissionRequest(
        { kind: 'custom-tool', toolName: tool, args: {} },
        {
          sessionId: 's',
        },
      ),
    ];
  },
  wire: async (gate, tool) => {
    const wire = createWire(gate, { answers: true });
    const call = { tool, input: {}, owner };
    const first = (await wire({ v: 1, id: 1, method: 'authorize', params: { call } })) as {
      readonly result?: { readonly approval?: string };
    };
    const params = { approval: first.result?.approval ?? 'x', answer: { verdict: 'allow' } };
    return [first, await wire({ v: 1, id: 2, method: 'answer', params })];
  },
  http: async (gate, tool) => {
    const tokens = { decide: 'd'.repeat(40), approve: 'a'.repeat(40) };
    const served = await serveDecisions({
      wire: createWire(gate, { answers: true }),
      tokens,
      onError: gate.fail,
    });
    const post = async (path: string, body: object): Promise<string> => {
      const headers = { authorization: `Bearer ${tokens.decide}`, 'content-type': 'application/json' };
      const reply = await fetch(served.address + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return JSON.stringify([...reply.headers]) + (await reply.text());
    };
    const call = { tool, input: {}, owner };
    const replies = [
      await post('/v1/messages', { v: 1, id: 1, method: 'authorize', params: { call } }),
      await post('/access/v1/evaluation', {
        subject: { type: 'user', id: 'a' },
        action: { name: 'tools/call' },
        resource: { type: 'tool', id: tool },
      }),
    ];
    await served.close();
    return replies;
  },
};

describe.each(Object.entries(doors))(
  'Finding 23: %s tells no model what a failing store said, and tells the app',
  (_door, drive) => {
    test.each(ways)('a store that %s', async (_way, breaking) => {
      const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      let told = 0;
      for (const operation of operations) {
        const gate = createGate({ policy, stores: brokenStores(operation, breaking), expiresIn: 20 });
        const failures: string[] = [];
        gate.on('failed', ({ error }) => failures.push(error));
        for (const tool of tools) {
          const shown = JSON.stringify(await drive(gate, tool)) ?? '';
          expect([operation, tool, shown.includes('hunter2')]).toEqual([operation, tool, false]);
        }
        if (failures.some((error) => error.includes(secret))) told++;
      }
      // Each door reads what is remembered and counts; who is told of the rest depends on what it does.
      expect(told).toBeGreaterThanOrEqual(3);
      expect(warnings).not.toHaveBeenCalled();
      warnings.mockRestore();
    });
  },
);

test.each<readonly [...(typeof operations)[number], string]>([
  ['grants', 'list', 'other'],
  ['limits', 'reserve', 'mail'],
  ['approvals', 'open', 'refund'],
])('a store whose %s.%s never answers is given up, and what needs it is denied', async (store, of, tool) => {
  const never: Breaking = () => () => new Promise(() => undefined);
  // Deadlines are over at once.
  const clock = {
    now: () => Date.now(),
    after: (wait: number, then: () => void) => stopper(setTimeout(then, wait > 10_000 ? 50 : 1)),
  };
  const approver = async () => said;
  const gate = createGate({ policy, approver, stores: brokenStores([store, of], never), clock });
  const failures: string[] = [];
  gate.on('failed', ({ error }) => failures.push(error));
  expect(await gate.authorize({ tool, input: {}, owner })).toMatchObject({ verdict: 'deny' });
  expect(failures.join()).toContain('no answer within 10 seconds');
});

function stopper(timer: NodeJS.Timeout): () => void {
  return () => clearTimeout(timer);
}
