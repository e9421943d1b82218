import type { Owner } from './owner.ts';
import type { Principal } from './principal.ts';

/**
 * What an agent wants to do, before anything about it was checked.
 *
 * @example
 * ```ts
 * import type { ToolCall } from '@permesso/gate';
 * const call: ToolCall = { tool: 'refund', input: { amount: 5 }, principal: { user: 'ann' }, session: 'chat-7' };
 * ```
 */
export interface ToolCall {
  /** The tool's name as the host gives it. Hostile input: never used as a property key. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where relative paths and shell commands start; defaults to the world's own directory. */
  readonly cwd?: string;
  /**
   * The program that runs a shell command, by name or path: bash, zsh, sh, dash, busybox, mksh. When absent it may be any of
   * these, and the strictest verdict applies. Commands for any other shell are not understood.
   */
  readonly shell?: string;
  readonly agent?: Agent;
  readonly session?: string;
  /** The owner of the call, in an app that serves many users. Grants of other owners do not apply to it. */
  readonly owner?: Owner;
  /**
   * The person on whose behalf the call is made, with roles and attributes for conditions. Its tenant, user and session are the
   * `owner`.
   */
  readonly principal?: Principal;
  readonly host?: string;
  /** Server and tool as separate names, when the host knows them: the joined name `mcp__a__b__c` can be split in two ways. */
  readonly mcp?: McpTool;
}

/** The MCP tool that a call is for. */
export interface McpTool {
  /** Empty when the host does not say: it may be any server. */
  readonly server: string;
  /** Empty when the host does not say: it may be any tool. */
  readonly tool: string;
  /** Identifies the tool's current description, as `pinTool` makes it. A grant given for another description does not apply. */
  readonly pin?: string;
  /** Where relative paths of this server may start: its own directory, and the directories that it was started with. */
  readonly roots?: readonly string[];
  /** Arguments that the tool's own schema declares as paths or URLs, such as `$.entry`. */
  readonly places?: { readonly paths?: readonly string[]; readonly urls?: readonly string[] };
  /** The server's annotations of the tool: `destructive` counts, `readOnly` is believed only for trusted servers. */
  readonly hints?: { readonly readOnly?: boolean; readonly destructive?: boolean };
  /** The package that was started, with its exact version: `@modelcontextprotocol/server-filesystem@2025.8.21`. */
  readonly package?: string;
}

/** The agent that makes a call, and the agents that started it. */
export interface Agent {
  readonly name: string;
  /** The agents that started this one, nearest first. A sub-agent never exceeds them. */
  readonly parents?: readonly string[];
}

/** The name of an agent when the host gives none. */
const rootAgent = 'main';

/** The calling agent, then the agents that started it, nearest first. */
export function agentChain(call: ToolCall): readonly [string, ...string[]] {
  return call.agent === undefined ? [rootAgent] : [call.agent.name, ...(call.agent.parents ?? [])];
}
