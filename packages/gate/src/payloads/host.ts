import type { ShellName, ToolCall } from '@permesso/engine/call';
import type { ProcessFacts } from './process-facts.ts';
import type { CallOutcome } from '../gate/outcome.ts';
import type { Verdict } from '@permesso/engine/policy';
import type { RefusingGate } from '@permesso/protocol/entry';
import type { ToolRow } from './tool-table.ts';

/**
 * An agent program that runs a command before each tool call. It is told about the call on stdin and takes the answer
 * from stdout, stderr and the exit code; what it makes of anything unexpected is mostly: run the tool.
 */
export interface HookHost {
  /** As in `permesso hook NAME` and in `ToolCall.host`. */
  readonly name: string;
  /**
   * What becomes of an ask. `host`: its own prompt, which it must treat as a deny where nobody can be prompted.
   * `ours`: it has none, or hangs in it, so we ask ourselves, or deny.
   */
  readonly asks: 'host' | 'ours';
  /** Whether its own prompt can be used in this very program, where `asks` says `ours`: a person sits in front of it. */
  readonly asksWhere?: (program: ProcessFacts) => boolean;
  /** Whether nothing of ours is shown over this very program: it works without a person, or asks about the call itself. */
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
  /** Whether it runs the input that we answer with instead of the one it sent. */
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
   * Whether the payload is one of this program's, by fields that it alone sends. Programs start hooks that were registered for
   * others, and make something else of their answers. Absent: whatever comes is its own.
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
  /** How to leave a call to the program, where it takes silence for a failure. */
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

/** What came on stdin: any JSON object, hostile until read. */
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
  /** Arguments of this call by which the model wants it outside the host's own sandbox. */
  readonly leaving?: readonly string[];
}

/** The verdict, for a host that has no notion of receipts. */
export interface HostOutcome {
  readonly verdict: Verdict;
  /** For the model: why, and what to do instead. Never empty: some hosts run a tool that is denied without a reason. */
  readonly reason: string;
  /** The policy is only observed: the host goes on as if there were no hook, and its own prompt stays. */
  readonly observed?: true;
  /** What to run instead. Only with an allow, and only where the host rewrites. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** How a hook process ends. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}
