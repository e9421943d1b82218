import type { ShellName, ToolCall } from '@permesso/engine/call';
import type { ProcessFacts } from './process-facts.ts';
import type { CallOutcome } from '../gate/outcome.ts';
import type { Verdict } from '@permesso/engine/policy';
import type { RefusingGate } from '@permesso/protocol/entry';
import type { ToolRow } from './tool-table.ts';

/**
 * An agent program that runs a command before each tool call. It sends the call on stdin and reads the answer from
 * stdout, stderr and the exit code; in response to anything unexpected it usually runs the tool.
 */
export interface HookHost {
  /** As in `permesso hook NAME` and in `ToolCall.host`. */
  readonly name: string;
  /**
   * How an ask is handled. `host`: in its own prompt, which it must treat as a deny if nobody can be prompted.
   * `ours`: it has no prompt, or hangs in it, so we ask ourselves, or deny.
   */
  readonly asks: 'host' | 'ours';
  /** If `asks` is `ours`: whether this process can use its own prompt because a person sits in front of it. */
  readonly asksWhere?: (program: ProcessFacts) => boolean;
  /** Whether to show nothing over this process: it works without a person, or asks about the call itself. */
  readonly hidesWindows?: (program: ProcessFacts) => boolean;
  /** Draws forms that an MCP server of ours sends while a hook is held: a person who sits there is asked in its window. */
  readonly showsForms?: {
    /** Lines of a form's message that it shows whatever the window; the rest of a longer one is hidden. */
    readonly lines?: number;
    /** Columns of it, likewise. */
    readonly columns?: number;
    /** Why an answer to a form might be somebody else's than the person's, in a session that works here. */
    readonly objection?: (cwd: string) => string | undefined;
  };
  /** Whether it runs the input in our answer instead of the one it sent. */
  readonly rewrites: boolean;
  /** Runs shell commands as its hook rewrites them, so a call that is allowed sandboxed is rewritten to run there. */
  readonly runsSandboxed?: true;
  /** Which shell runs its shell commands. */
  readonly shell?: ShellChoice;
  /** The same on Windows, by its documents, and of its hooks as well. Absent: it is not set up there, and nothing is understood. */
  readonly windowsShell?: 'bash' | 'powershell';
  /** A variable that the program sets for its hooks: where the person started it. Its hooks are started there when absent. */
  readonly rootVariable?: string;
  /** Set where exit code 2 blocks nothing, so that even a launcher must answer in the host's own words. */
  readonly ignoresExitCode?: true;
  /**
   * Whether the payload is from this program, judged by fields that only it sends. Programs start hooks that were
   * registered for others, and read their answers differently. If absent, every payload counts as its own.
   */
  readonly sends?: (payload: Payload) => boolean;
  /** Set where `sends` finds nothing that is the program's alone: only its own hook takes such a payload for its. */
  readonly unmarked?: true;
  /** The fields of a payload that say what is called. */
  readonly callFields: readonly string[];
  /** Its own tools, by their names there. */
  readonly tools: ReadonlyMap<string, ToolRow>;
  readonly toCall: (payload: Payload) => Incoming;
  readonly toReply: (outcome: HostOutcome) => Reply;
  /** How to leave a call to the program, if it takes silence for a failure. */
  readonly silent?: Reply;
  /** What it tells when a call has ended. Absent where it tells nothing, or nobody has seen it. */
  readonly after?: AfterCall;
  /** How it tells what the person wrote, in a field `prompt`. Absent where it tells nothing, or nobody has seen it. */
  readonly prompts?: {
    readonly event: string;
    /** Started with a prompt to work off alone, which need not be a person's. */
    readonly isHeadless: (program: ProcessFacts) => boolean;
  };
}

/**
 * How a program chooses the shell for a command, as it was seen to do. Absent where nobody has seen it, or where the hook cannot
 * see what the program goes by: then the command may run in any shell.
 */
export type ShellChoice =
  | { readonly always: ShellName }
  /** The first variable whose value mentions one of these shells names it; without one the program looks for a shell itself. */
  | { readonly variables: readonly string[]; readonly takes: readonly ShellName[] }
  /** A field of the payload that our own plugin in the program fills. */
  | { readonly told: string };

export interface AfterCall {
  /** The payload as it was before the call, for `toCall`. */
  readonly before: (payload: Payload) => Payload;
  readonly outcome: (payload: Payload) => CallOutcome;
  /** The calls that the program itself refused. Undefined for a payload that tells how one call ended. */
  readonly refusals?: (payload: Payload) => readonly RefusedCall[] | undefined;
  /** Its modes in which nobody or a model answers its own prompt: that a call ran is nobody's approval there. */
  readonly unattended: readonly string[];
}

/** A call that Permesso left to the program, and the program did not run. */
export interface RefusedCall {
  /** As it was before the call, for `toCall`. */
  readonly payload: Payload;
  readonly by: RefusingGate;
  readonly why: string;
}

/** The JSON object from stdin: hostile until parsed. */
export type Payload = Readonly<Record<string, unknown>>;

export type Incoming = Calls | { readonly malformed: string };

export interface Calls {
  /** Most often one. A host whose tool takes a list of commands wants all of them or nothing. */
  readonly calls: readonly [ToolCall, ...ToolCall[]];
  /** Where the person started the session, where the payload tells it in a field that no model writes. */
  readonly root?: string;
  /** Where the session works, for calls that start elsewhere: the rules of its project bind them too. */
  readonly from?: string;
  /** What the program calls the mode that it is in, where it says so and a person chose it in its window. */
  readonly mode?: string;
  /** The input of a changed call in the host's own words. Absent where it cannot be said. */
  readonly toInput?: (call: ToolCall) => Readonly<Record<string, unknown>>;
  /** The same for a list of calls, one for each of `calls`. */
  readonly toInputs?: (calls: readonly ToolCall[]) => Readonly<Record<string, unknown>>;
  /** Arguments with which the model asks to leave the host's own sandbox. */
  readonly leaving?: readonly string[];
}

/** The verdict, for a host that has no notion of receipts. */
export interface HostOutcome {
  readonly verdict: Verdict;
  /**
   * For the model: why, and what to do instead. Never empty: some hosts run a tool that is denied without a reason.
   */
  readonly reason: string;
  /** Observe mode: the host continues as if there were no hook, and its own prompt stays. */
  readonly observed?: true;
  /** The input to run instead. Only with an allow, and only if the host supports rewriting. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}
