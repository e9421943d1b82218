import type { Ask, Scope, SessionReceipt, Step } from '@permesso/engine/decision';
import type { Owner, OwnerSpace, Principal } from '@permesso/engine/call';
import type { Facts } from '@permesso/engine/facts';
import type { LayerName, Mode, Verdict } from '@permesso/engine/policy';
import type { PackedWorld } from './packed-world.ts';

/** The version of the lines that are written. */
export const logVersion = 1;

/** One line of the log, as `schema/log-entry.schema.json` describes it. */
export type LogEntry =
  | DecisionEntry
  | AnswerEntry
  | StartEntry
  | EndEntry
  | GrantEntry
  | RevokeEntry
  | FailureEntry
  | MarkEntry;

/** What every line holds: its place in the chain. */
export interface Link {
  readonly v: number;
  /** From 1, without gaps, across all files of a log. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The hash of the line before, 64 zeros for the first. */
  readonly prev: string;
  /** SHA-256 of the line without this field, which stands last. */
  readonly hash: string;
}

/**
 * An entry as a database keeps it: without a place in a chain, since who may change rows is the database's to say.
 */
export type KeptEntry = WithoutLink<LogEntry>;

type WithoutLink<E> = E extends LogEntry ? Omit<E, 'v' | 'seq' | 'prev' | 'hash'> : never;

export interface RecordedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  /** The program that runs a shell command. */
  readonly shell?: string;
  readonly mcp?: { readonly server: string; readonly tool: string };
  readonly owner?: Owner;
  /** On whose behalf, with what rules may ask about. */
  readonly principal?: Principal;
}

interface Caller {
  readonly session?: string;
  /** The agent, then the agents that started it. */
  readonly agent: readonly string[];
  readonly host?: string;
  readonly project?: string;
  readonly call: RecordedCall;
  /** Names the exact call; made from the redacted text when something was hidden. */
  readonly key?: string;
  /** Kinds of secrets that were hidden in this line: the call cannot be made again from it. */
  readonly redacted?: readonly string[];
  /** Texts were cut because they were very long. */
  readonly cut?: true;
}

export interface DecisionEntry extends Link, Caller {
  readonly type: 'decision';
  readonly verdict: Verdict;
  readonly mode: Mode;
  /** Revision of the policy in force. */
  readonly policy?: string;
  readonly receipt: CompactReceipt;
  readonly world?: PackedWorld;
  /** What a tool of the app said of the call. */
  readonly facts?: Facts;
}

export interface CompactReceipt {
  readonly kept?: CompactKept;
  readonly parts: readonly CompactPart[];
  /** The rules that made the verdict. */
  readonly rules: readonly CompactRule[];
  readonly nobodyToAsk?: true;
  /** What would have become of the call, had the policy been enforced. */
  readonly observed?: {
    readonly verdict: Verdict;
    readonly message: string;
    readonly rules: readonly CompactRule[];
  };
  /** The narrowest rules that would have let it through; absent where no rule could. */
  readonly offer?: readonly string[];
  readonly errors?: readonly string[];
  /** Where rules over the session decided: the labels that they are about, and what nobody named. */
  readonly session?: SessionReceipt;
  /** Where an allowed call had to run; the profile is named by its digest. */
  readonly sandbox?: { readonly engine: string; readonly version: string; readonly digest: string };
}

export interface CompactPart {
  readonly label: string;
  readonly verdict: Verdict;
  readonly step: Step;
  readonly reason: string;
  readonly span?: readonly [start: number, end: number];
}

/** What was kept before the call ran, by the id of `permesso undo`. */
export interface CompactKept {
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  readonly unkept?: readonly string[];
}

export interface CompactRule {
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: LayerName;
  /** `file:line`. */
  readonly place?: string;
  /** The grant that carries it. */
  readonly grant?: string;
}

export interface AnswerEntry extends Link, Caller {
  readonly type: 'answer';
  readonly verdict: 'allow' | 'deny';
  readonly scope?: string;
  readonly rules?: readonly string[];
  /** Opened for sandboxed calls instead of an approval. */
  readonly hosts?: readonly string[];
  /** Trusted for the rest of the session, with the approval. */
  readonly sources?: readonly string[];
  readonly comment?: string;
  /** Who answered. */
  readonly by?: string;
  /** From where: terminal, web, webhook ... */
  readonly from?: string;
  readonly waitedMs?: number;
}

/** The call begins to run. Its input is in the decision, under the same key. */
export interface StartEntry extends Link, Caller {
  readonly type: 'start';
}

/** The call has ended, as the program that ran it tells it. */
export interface EndEntry extends Link, Caller {
  readonly type: 'end';
  readonly ok: boolean;
  readonly error?: string;
  readonly durationMs?: number;
  /**
   * The agent program told it, and a person was there to be asked by it. After an ask of ours it proves that the call ran, not
   * who approved it.
   */
  readonly source?: 'host';
  /** It never ran: the agent program itself stopped it. */
  readonly refusedBy?: RefusingGate;
}

/** What stops a call in the agent program itself, beside Permesso: its rules, a mode that asks nobody, a model that judges. */
export const refusingGates = ['rule', 'mode', 'judge'] as const;

/** One of `refusingGates`. */
export type RefusingGate = (typeof refusingGates)[number];

export interface GrantEntry extends Link {
  readonly type: 'grant';
  readonly grant: {
    readonly id: string;
    readonly rules: readonly string[];
    readonly answers: readonly Ask[];
    readonly scope: Scope;
    readonly givenIn: Mode;
    readonly callKey?: string;
    readonly project?: string;
    readonly session?: string;
    readonly owner?: OwnerSpace;
    readonly expires?: number;
  };
  readonly redacted?: readonly string[];
}

/** A remembered answer that was taken back. */
export interface RevokeEntry extends Link {
  readonly type: 'revoke';
  readonly verdict: 'allow' | 'deny';
  readonly grant: { readonly id: string; readonly rules: readonly string[]; readonly scope: string };
  readonly by?: string;
  readonly from?: string;
  readonly redacted?: readonly string[];
}

export interface FailureEntry extends Link {
  readonly type: 'failure';
  readonly error: string;
}

/** What the log says of itself: where it was found to be incomplete, and what it has removed. */
export interface MarkEntry extends Link {
  readonly type: 'mark';
  readonly mark: Mark;
}

export type Mark =
  /** Bytes between the previous entry and this one that are not an entry: how many, with their SHA-256. */
  | { readonly what: 'torn'; readonly bytes: number; readonly sha256: string }
  /** Entries that the head file knows of and no file holds. */
  | { readonly what: 'missing'; readonly first: number; readonly last: number }
  /** A full file was removed on purpose, as the log was told to: all entries up to `last`, whose hash this is. */
  | { readonly what: 'dropped'; readonly last: number; readonly hash: string }
  /** There are entries and no head file, so a cut before this line cannot be ruled out. */
  | { readonly what: 'no-head' };
