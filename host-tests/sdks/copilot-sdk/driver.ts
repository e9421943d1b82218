import { CopilotClient, defineTool, type SessionConfig } from '@github/copilot-sdk';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Approver, Gate } from '@permesso/gate';
import { copilot, type CopilotOptions } from '@permesso/gate/copilot-sdk';
import { helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

const text = { type: 'string' } as const;
const schema = (name: string) => ({ type: 'object', properties: { [name]: text }, required: [name] });

/** A client in a home of its own that knows no other model than the one on loopback. */
export async function withClient(
  url: string,
  use: (client: CopilotClient, config: SessionConfig & { workingDirectory: string }) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-copilot-'));
  const client = new CopilotClient({
    workingDirectory: home,
    baseDirectory: join(home, '.copilot'),
    useLoggedInUser: false,
    logLevel: 'error',
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_STATE_HOME: home,
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_AUTO_UPDATE: 'false',
    },
  });
  try {
    await client.start();
    await use(client, {
      model: 'gpt-4.1',
      workingDirectory: home,
      provider: { type: 'openai', wireApi: 'completions', baseUrl: `${url}/v1`, apiKey: 'none' },
      infiniteSessions: { enabled: false },
    });
  } finally {
    const late = new Promise<void>((resolve) => setTimeout(resolve, 3000).unref());
    await Promise.race([client.stop().then(() => undefined), late]).catch(() => undefined);
    await client.forceStop().catch(() => undefined);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const toolsOf = ({ shell, note, vault }: Scene['tools']) => [
  defineTool<{ command: string }>('shell', {
    description: 'Runs a command',
    parameters: schema('command'),
    handler: (input) => shell(input),
  }),
  defineTool<{ text: string }>('note', {
    description: 'Keeps a note',
    parameters: schema('text'),
    handler: (input) => note(input),
  }),
  defineTool<{ name: string }>('vault', {
    description: 'Opens the vault',
    parameters: schema('name'),
    handler: (input) => vault(input),
  }),
];

function personOf(scene: Scene): Approver {
  return (request) => {
    const { tool, input } = request.call;
    const said = scene.person({ tool: tool === 'Bash' ? 'shell' : tool, input, approval: { request } });
    if ('answer' in said) return Promise.resolve(said.answer);
    if (said.approved) return Promise.resolve({ verdict: 'allow' });
    return Promise.resolve({
      verdict: 'deny',
      ...(said.comment === undefined ? {} : { comment: said.comment }),
    });
  };
}

export const copilotDriver: Driver = {
  sdk: 'Copilot SDK',
  cannot: {
    'what was granted for the conversation counts in its next run':
      'the SDK begins a session with each run, and the grant ends with its session',
    'a pending question survives a restart':
      'the run waits in its process; `durableApprover` keeps the question',
    'an aborted run withdraws its question, and the approver is told':
      'the SDK tells no hook of an abort; `expiresIn` of the gate withdraws the question',
    'that a call failed is recorded': 'the SDK calls no hook after a tool that throws',
  },
  run: async (scene) => {
    const guardFor = (gate: Gate, more: CopilotOptions = {}) =>
      copilot(gate, {
        named: { shell: 'Bash' },
        ...principalOf(scene),
        ...(scene.ask === 'approver' ? {} : { approver: personOf(scene) }),
        ...more,
      });
    await withClient(scene.model.url, async (client, config) => {
      const delegate = defineTool<{ task: string }>('delegate', {
        description: 'Hands a task to a helper',
        parameters: schema('task'),
        handler: async ({ task }) => {
          const guard = guardFor(scene.gate, { agent: { name: 'helper', parents: ['main'] } });
          const helper = await client.createSession(
            guard.session({
              ...config,
              tools: toolsOf(scene.tools),
              systemMessage: { mode: 'append' as const, content: helperInstructions },
            }),
          );
          const reply = await helper.sendAndWait({ prompt: task }, 30_000);
          return reply?.data.content ?? '';
        },
      });
      const session = await client.createSession(
        guardFor(scene.gate).session({ ...config, tools: [...toolsOf(scene.tools), delegate] }),
      );
      await session.sendAndWait({ prompt: 'Do it.' }, 45_000);
      await session.disconnect();
    });
  },
};
