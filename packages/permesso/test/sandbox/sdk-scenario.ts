/** Shell tools of each SDK behind a gate with a sandbox, as one JSON object: started as an ordinary user by the test. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, type Gate } from '@permesso/gate/gate';
import { findSandbox, openSandbox, runSandboxed } from '@permesso/gate/sandbox';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { copilot } from '@permesso/gate/copilot-sdk';
import { guard } from '@permesso/gate/guard';
import { langchain } from '@permesso/gate/langchain';
import { mastra } from '@permesso/gate/mastra';
import { openaiAgents } from '@permesso/gate/openai-agents';

const place = process.argv[2] ?? '';
const cwd = join(place, 'project');
mkdirSync(cwd);
// Where a program starts is a folder that its commands may write: the runner of sandboxes must not lie in it.
process.chdir(cwd);
writeFileSync(
  join(cwd, 'fix.py'),
  'print("fixed")\ntry: open("../escaped", "w")\nexcept OSError: print("held")\n',
);
const folder = join(place, 'state');
const sandbox = openSandbox({ folder });
const fact = await findSandbox({ folder });
const policy = { sandbox: 'on' } as const;
const gate = createGate({
  policy,
  sandbox: fact,
  runSandboxed: async (command, how) => {
    const { exitCode, stdout } = await runSandboxed(command, { ...how, sandbox });
    return `${exitCode}: ${stdout.replaceAll('\n', ' ').trim()}`;
  },
});
/** Knows of the sandbox, and was given nothing to run calls in. */
const forgetful = createGate({ policy, sandbox: fact, interactive: false });
const named = { shell: 'Bash' };
const input = { command: 'python3 fix.py' };
let bare = 0;
const tool = (): string => {
  bare++;
  return 'bare';
};
let calls = 0;

const message = class {
  readonly content: string;
  constructor({ content }: { readonly content: string }) {
    this.content = content;
  }
};

/** Each as its SDK calls it. */
const ways: Readonly<Record<string, (gate: Gate) => Promise<unknown>>> = {
  guard: (each) => guard(each, { tool: 'Bash', cwd }, tool)(input),
  aiSdk: async (each) => {
    const { shell } = aiSdk(each, { named, cwd }).guardTools({ shell: { execute: tool } });
    return (shell.execute as unknown as (...given: unknown[]) => unknown)(input, {
      toolCallId: String(calls++),
    });
  },
  aiSdkStream: async (each) => {
    const execute = async function* (): AsyncGenerator<string> {
      yield tool();
    };
    const { shell } = aiSdk(each, { named, cwd }).guardTools({ shell: { execute } });
    const stream = (shell.execute as unknown as (...given: unknown[]) => AsyncIterable<unknown>)(input, {
      toolCallId: String(calls++),
    });
    const all: unknown[] = [];
    for await (const part of stream) all.push(part);
    return all.join();
  },
  openai: async (each) => {
    const [shell] = openaiAgents(each, { named, cwd }).guardTools([
      {
        type: 'function' as const,
        name: 'shell',
        invoke: async () => tool(),
        needsApproval: async () => false,
        isEnabled: async () => true,
      },
    ]);
    const invoke = shell?.invoke as unknown as (...given: unknown[]) => Promise<unknown>;
    return invoke({ context: {} }, JSON.stringify(input), { toolCall: { callId: String(calls++) } });
  },
  langchainTool: async (each) => {
    const [shell] = langchain(each, { named, cwd, ToolMessage: message }).guardTools([
      { name: 'shell', invoke: async (_input: object) => tool() },
    ]);
    return shell?.invoke(input);
  },
  langchainAgent: async (each) => {
    const { middleware } = langchain(each, { named, cwd, ToolMessage: message });
    const toolCall = { id: String(calls++), name: 'shell', args: input };
    const said = await middleware.wrapToolCall({ toolCall, tool: undefined, runtime: {} }, () => ({
      content: tool(),
    }));
    return said.content;
  },
  mastraTool: async (each) => {
    const { shell } = mastra(each, { named, cwd }).guardTools({ shell: { execute: tool } });
    return (shell.execute as unknown as (...given: unknown[]) => unknown)(input, {});
  },
  mastraHook: async (each) => {
    const said = await mastra(each, { named, cwd }).hooks.beforeToolCall({
      toolName: 'shell',
      input,
      context: {},
    });
    return said === undefined ? tool() : said.output;
  },
};

async function outcome(way: (gate: Gate) => Promise<unknown>, each: Gate): Promise<unknown> {
  try {
    return await way(each);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const results: Record<string, readonly unknown[]> = {};
for (const [name, way] of Object.entries(ways))
  results[name] = [await outcome(way, gate), await outcome(way, forgetful)];

/** These two run their own shell: what would have to run sandboxed is asked about there. */
const hook = claudeAgent(gate).options({}).hooks.PreToolUse[0]?.hooks[0];
const asked = await hook?.(
  { hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash', tool_input: input },
  'one',
  { signal: new AbortController().signal },
);
const session = copilot(gate).session({});
const denied = await session.hooks.onPreToolUse(
  { toolName: 'bash', toolArgs: input, workingDirectory: cwd, sessionId: 's' },
  { sessionId: 's' },
);
await sandbox.close();
process.stdout.write(
  `${JSON.stringify({
    results,
    claude: asked?.hookSpecificOutput.permissionDecision,
    copilot: denied.permissionDecision,
    bare,
    escaped: existsSync(join(place, 'escaped')),
  })}\n`,
);
