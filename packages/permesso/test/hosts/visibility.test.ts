import { describe, expect, test } from 'vitest';
import { createGate, type Gate } from '@permesso/gate/gate';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { claudeCode } from '@permesso/gate/payloads';
import { copilot } from '@permesso/gate/copilot-sdk';
import { langchain } from '@permesso/gate/langchain';
import { mastra } from '@permesso/gate/mastra';
import type { FunctionTool } from '@permesso/gate/sdks';
import { openaiAgents } from '@permesso/gate/openai-agents';

const names = ['file_read', 'search', 'mcp__git__log', 'mcp__git__push', 'mcp__mail__send', 'a*b', 'axb'];

interface Lists {
  readonly visible?: readonly string[];
  readonly hidden?: readonly string[];
}

/** The lists of `allowed_tools` and `disallowed_tools`, and what the model is left with. */
const cases: readonly (readonly [string, Lists, readonly string[]])[] = [
  ['an empty filter allows everything', {}, names],
  ['empty lists allow everything', { visible: [], hidden: [] }, names],
  [
    'an allow list restricts to the listed names',
    { visible: ['search', 'file_read'] },
    ['file_read', 'search'],
  ],
  [
    'the deny list wins over the allow list',
    { visible: ['search', 'file_read'], hidden: ['search'] },
    ['file_read'],
  ],
  ['a trailing * matches a prefix', { visible: ['mcp__git__*'] }, ['mcp__git__log', 'mcp__git__push']],
  ['a denied prefix hides a whole namespace', { hidden: ['mcp__*'] }, ['file_read', 'search', 'a*b', 'axb']],
  ['a * elsewhere is a letter like any other', { visible: ['a*b'] }, ['a*b']],
];

/** Each way in which an adapter tells the SDK what the model may know. */
const routes: Readonly<Record<string, (gate: Gate) => readonly string[] | Promise<readonly string[]>>> = {
  'AI SDK, tools': (gate) =>
    Object.keys(aiSdk(gate).guardTools(Object.fromEntries(names.map((name) => [name, {}])))),
  'AI SDK, middleware': async (gate) => {
    const { transformParams } = aiSdk(gate).middleware('v4');
    const { tools } = await transformParams({ params: { tools: names.map((name) => ({ name })) } });
    return tools.map(({ name }) => name);
  },
  'OpenAI Agents, isEnabled': async (gate) => {
    const tools = names.map((name): FunctionTool => ({
      type: 'function',
      name,
      invoke: () => Promise.resolve(),
      needsApproval: () => Promise.resolve(false),
      isEnabled: () => Promise.resolve(true),
    }));
    const enabled: string[] = [];
    for (const { name, isEnabled } of openaiAgents(gate).guardTools(tools)) {
      const ask = isEnabled as (run: object) => Promise<boolean>;
      if (await ask({ context: undefined })) enabled.push(name);
    }
    return enabled;
  },
  'LangChain, wrapModelCall': (gate) => {
    const tools = names.map((name) => ({ name, invoke: () => Promise.resolve() }));
    const { middleware } = langchain(gate, { ToolMessage: Object });
    return middleware.wrapModelCall({ tools, runtime: {} }, (shown) => shown.tools.map(({ name }) => name));
  },
  'Mastra, tools': (gate) =>
    Object.keys(mastra(gate).guardTools(Object.fromEntries(names.map((name) => [name, {}])))),
  'Claude Agent SDK, disallowedTools': (gate) => {
    const { disallowedTools } = claudeAgent(gate, { known: names }).options();
    return names.filter((name) => !disallowedTools.includes(name));
  },
  'Copilot SDK, excludedTools': (gate) => {
    const { excludedTools } = copilot(gate, { known: names }).session();
    return names.filter((name) => !excludedTools.includes(name));
  },
};

describe.each(Object.entries(routes))('%s', (_route, shown) => {
  test.each(cases)('%s', async (_name, tools, expected) => {
    expect(await shown(createGate({ policy: { tools } }))).toEqual(expected);
  });

  test('is asked again: a tool that was registered later is filtered too', async () => {
    const gate = createGate({ policy: {} });
    expect(await shown(gate)).toEqual(names);
    gate.setPolicy({ tools: { hidden: ['mcp__*', 'a*b', 'axb'] } });
    expect(await shown(gate)).toEqual(['file_read', 'search']);
  });

  test('what a rule denies without condition is not shown either', async () => {
    expect(await shown(createGate({ policy: { deny: ['search', 'mcp__git'] } }))).toEqual(
      names.filter((name) => name !== 'search' && !name.startsWith('mcp__git')),
    );
  });
});

describe('an agent program whose hook cannot hide a tool', () => {
  const call = (tool_name: string, tool_input: object): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      tool_name,
      tool_input,
    });
  const said = async (text: string): Promise<string> => {
    const gate = createGate({ policy: { allow: ['*'], tools: { hidden: ['Bash', 'mcp__legacy__*'] } } });
    const { stdout } = await answerHook(text, {
      host: claudeCode,
      signal: new AbortController().signal,
      gateFor: () => ({ gate, asks: 'host', close: () => undefined }),
    });
    return stdout;
  };

  test.each([
    ['Bash', { command: 'ls' }, 'deny'],
    ['mcp__legacy__drop', {}, 'deny'],
    ['Read', { file_path: 'a.ts' }, 'allow'],
  ])('%s %j: %s', async (tool, input, verdict) => {
    expect(await said(call(tool, input))).toContain(`"permissionDecision":"${verdict}"`);
  });
});
