import type { Owner } from './owner.ts';
import type { Principal } from './principal.ts';

/**
 * What an agent wants to do, before anybody has looked at it.
 *
 * @example
 * ```ts
 * import type { ToolCall } from '@permesso/gate';
 * const call: ToolCall = { tool: 'refund', input: { amount: 5 }, principal: { user: 'ann' }, session: 'chat-7' };
 * ```
 */
export interface ToolCall {
  /** The tool's name as the host says it. Hostile input: never used as a property key. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where relative paths and shell commands start; the world's own directory when absent. */
  readonly cwd?: string;
  /**
   * The program that runs a shell command, by name or path: bash, zsh, sh, dash, busybox, mksh. Absent: it may be any of
   * these, and the verdict is the strictest of theirs. A command for any other shell is not understood.
   */
  readonly shell?: string;
  readonly agent?: Agent;
  readonly session?: string;
  /** Whose call it is, in an app that serves many. Grants of others do not reach it. */
  readonly owner?: Owner;
  /** On whose behalf, with roles and attributes for conditions. Its tenant, user and session are the `owner`. */
  readonly principal?: Principal;
  readonly host?: string;
  /** Server and tool apart, when the host knows them: the joined name `mcp__a__b__c` can be split in two ways. */
  readonly mcp?: McpTool;
}

/** The tool of an MCP server that a call is for. */
export interface McpTool {
  /** Empty where the host does not say: it may be any. */
  readonly server: string;
  /** Empty likewise. */
  readonly tool: string;
  /** Names what the tool says of itself now, as `pinTool` makes it. A grant given for another does not answer. */
  readonly pin?: string;
  /** Where relative paths of this server may start: its directory, and those that it was started with. */
  readonly roots?: readonly string[];
  /** Arguments that the tool's own schema calls paths or URLs, as `$.entry`. */
  readonly places?: { readonly paths?: readonly string[]; readonly urls?: readonly string[] };
  /** What the server says of the tool in its annotations: `destructive` counts, `readOnly` is believed where the server is trusted. */
  readonly hints?: { readonly readOnly?: boolean; readonly destructive?: boolean };
  /** The package that was started, with its exact version: `@modelcontextprotocol/server-filesystem@2025.8.21`. */
  readonly package?: string;
}

/** The agent that makes a call, and the agents that started it. */
export interface Agent {
  readonly name: string;
  /** Who started this agent, nearest first. A sub-agent never exceeds them. */
  readonly parents?: readonly string[];
}

/** The name of an agent that nobody named. */
const rootAgent = 'main';

/** The calling agent and everyone it answers to, itself first. */
export function agentChain(call: ToolCall): readonly [string, ...string[]] {
  return call.agent === undefined ? [rootAgent] : [call.agent.name, ...(call.agent.parents ?? [])];
}
