import type { Reply } from '@permesso/gate/payloads';

/** What a host does with the call after a hook has ended. */
export type Deed = 'runs' | 'prompts' | 'blocked';

export type Fields = Readonly<Record<string, unknown>>;

/** A host as it was measured, faults included: the fast stand-in for the real program, never instead of it. */
export interface PlayedHost {
  readonly name: string;
  /** `crashed`: the hook could not be started, was killed or took too long. */
  readonly obeys: (ended: Reply | 'crashed') => Deed;
  /** The text that reaches the model when the call is blocked; undefined where the host has no way to tell it. */
  readonly tells: (ended: Reply) => string | undefined;
  /** The input that runs, where the reply changed it. */
  readonly rewritten: (ended: Reply) => unknown;
  /** The payload of a shell call -> the same by a sub-agent of this name; or why this host cannot tell. */
  readonly bySubAgent: ((payload: Fields, name: string) => Fields) | Lack;
  /** The payload of a shell call -> one of an MCP call. */
  readonly asMcpCall: (payload: Fields, call: McpCall) => Fields;
  /**
   * What the payload of an MCP call says. `apart`: server and tool. `joined`: one name, joined by this text, which
   * can be cut in several ways. `tool`: no server at all, for this reason.
   */
  readonly mcpName: 'apart' | { readonly joinedBy: string } | Lack;
}

/** A written exception. */
export interface Lack {
  readonly lacks: string;
}

export interface McpCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Fields;
}

export function isLack(value: unknown): value is Lack {
  return typeof value === 'object' && value !== null && 'lacks' in value;
}

/** The answer on stdout as an object; undefined when it is anything else. */
export function answerOf({ stdout }: Reply): Fields | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function recordOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A sub-agent as Claude Code tells of it, and those who took over its payload. */
export function claudeSubAgent(payload: Fields, name: string): Fields {
  return { ...payload, agent_id: 'a1b2c3', agent_type: name };
}

/** What only the exit code decides: 2 with a word blocks, everything else runs. */
export function obeysExitCode(ended: Reply | 'crashed'): Deed {
  return ended !== 'crashed' && ended.exitCode === 2 && ended.stderr.trim() !== '' ? 'blocked' : 'runs';
}
