import { createSdkMcpServer, query, tool, type Options } from '@anthropic-ai/claude-agent-sdk';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Approver } from '@permesso/gate';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { z } from 'zod';
import { helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

const prefix = 'mcp__app__';
const named = {
  [`${prefix}shell`]: 'Bash',
  [`${prefix}note`]: 'note',
  [`${prefix}vault`]: 'vault',
  Agent: 'delegate',
};

/** Nothing of the person who runs this: a home of its own, a key that opens nothing, a model on loopback. */
export function cleanRoom(url: string): { readonly options: Options; readonly remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'permesso-claude-'));
  return {
    options: {
      cwd: home,
      model: 'claude-sonnet-4-5',
      persistSession: false,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
        IS_SANDBOX: '1',
      },
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export function appServer({ shell, note, vault }: Scene['tools']) {
  const said = (text: string) => Promise.resolve({ content: [{ type: 'text' as const, text }] });
  return createSdkMcpServer({
    name: 'app',
    tools: [
      tool('shell', 'Runs a command', { command: z.string() }, (input) => said(shell(input))),
      tool('note', 'Keeps a note', { text: z.string() }, (input) => said(note(input))),
      tool('vault', 'Opens the vault', { name: z.string() }, (input) => said(vault(input))),
    ],
  });
}

function personOf(scene: Scene): Approver {
  return (request) => {
    const { tool: name, input } = request.call;
    const said = scene.person({ tool: name === 'Bash' ? 'shell' : name, input, approval: { request } });
    if ('answer' in said) return Promise.resolve(said.answer);
    if (said.approved) return Promise.resolve({ verdict: 'allow' });
    return Promise.resolve({
      verdict: 'deny',
      ...(said.comment === undefined ? {} : { comment: said.comment }),
    });
  };
}

/** The hook decides, `canUseTool` asks. */
export const claudeDriver: Driver = {
  sdk: 'Claude Agent SDK',
  cannot: {
    'what was granted for the conversation counts in its next run':
      'the SDK begins a session with each run, and the grant ends with its session',
    'a pending question survives a restart':
      'the run waits in its process; `durableApprover` keeps the question',
  },
  onTheWire: (use) =>
    use.tool === 'delegate'
      ? {
          tool: 'Agent',
          input: { description: 'a task', prompt: String(use.input?.['task']), subagent_type: 'helper' },
        }
      : { ...use, tool: `${prefix}${use.tool}` },
  // Tools of MCP servers are found by search: the prompt has their names.
  offered: ({ turns }) =>
    [...JSON.stringify(turns[0]?.body).matchAll(/mcp__app__(\w+)/g)].map(([, name]) => name ?? ''),
  run: async (scene) => {
    const room = cleanRoom(scene.model.url);
    const guard = claudeAgent(scene.gate, {
      named,
      known: Object.keys(named),
      ...principalOf(scene),
      ...(scene.ask === 'approver' ? {} : { approver: personOf(scene) }),
    });
    const abortController = new AbortController();
    const timer = setTimeout(() => abortController.abort(), 60_000);
    scene.signal?.addEventListener('abort', () => abortController.abort());
    try {
      const options = guard.options({
        ...room.options,
        abortController,
        maxTurns: 8,
        mcpServers: { app: appServer(scene.tools) },
        agents: { helper: { description: 'Helps', prompt: helperInstructions } },
      });
      for await (const message of query({ prompt: 'Do it.', options }))
        if (message.type === 'result' && message.is_error) throw new Error(JSON.stringify(message));
    } finally {
      clearTimeout(timer);
      room.remove();
    }
  },
};
