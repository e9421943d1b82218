import type { Agent, ToolCall } from '../call/tool-call.ts';
import type { Gate } from '../gate.ts';

/** One gate for everybody, or one for each tenant, user or run, found by what the app passes along with a run. */
export type GateFor<C> = Gate | ((context: C) => Gate | Promise<Gate>);

export function gateFor<C>(gate: GateFor<C>, context: C): Gate | Promise<Gate> {
  return typeof gate === 'function' ? gate(context) : gate;
}

/** What an app knows about the calls of its agent, and the SDK does not say. */
export interface Caller {
  /** The conversation: what is granted for the session holds there, and a pending approval is found again there. */
  readonly session?: string;
  /** Whose tools these are. A sub-agent names its parents, nearest first, and never exceeds them. */
  readonly agent?: Agent;
  /** Where relative paths and shell commands of these tools start. */
  readonly cwd?: string;
  /** The app's name for a tool -> the name that rules use: `{ run_command: 'Bash' }`. */
  readonly named?: Readonly<Record<string, string>>;
  /** The MCP server that these tools come from. */
  readonly server?: string;
}

export interface AppCall extends Caller {
  readonly host: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Input that is no object stays what it is: the gate refuses it with a reason. */
export function callOf({ host, tool, input, session, agent, cwd, ...names }: AppCall): ToolCall {
  return {
    tool: ruleName(tool, names),
    input: input as ToolCall['input'],
    host,
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(names.server === undefined ? {} : { mcp: { server: names.server, tool } }),
  };
}

/** What rules call the tool. */
export function ruleName(tool: string, { named, server }: Pick<Caller, 'named' | 'server'>): string {
  if (server !== undefined) return `mcp__${server}__${tool}`;
  return named !== undefined && Object.hasOwn(named, tool) ? (named[tool] ?? tool) : tool;
}
