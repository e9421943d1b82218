import type { ToolCall } from '@permesso/engine/call';
import type { Answer, Approval } from '@permesso/protocol/approval';
import type { Decision, Grant } from '@permesso/engine/decision';
import type { Facts } from '@permesso/engine/facts';
import type { WorldRecord } from '@permesso/engine/world';
import type { KeptEntry, RefusingGate } from '@permesso/protocol/entry';

/** Something that happened at the gate. */
export type Entry =
  | ({
      readonly type: 'decided';
      readonly at: number;
      readonly call: ToolCall;
      readonly decision: Decision;
    } & DecisionContext)
  | ({
      readonly type: 'answered';
      readonly at: number;
      readonly call: ToolCall;
      readonly answer: Answer;
      /** Milliseconds between request and answer. */
      readonly waited?: number;
      /** The id of the request, if it is in a store. */
      readonly approval?: string;
    } & DecisionContext)
  /** The call starts to run. */
  | ({ readonly type: 'started'; readonly at: number; readonly call: ToolCall } & DecisionContext)
  | ({
      readonly type: 'ended';
      readonly at: number;
      readonly call: ToolCall;
      readonly outcome: {
        readonly ok: boolean;
        readonly error?: string;
        readonly durationMs?: number;
        readonly source?: 'host';
        readonly refusedBy?: RefusingGate;
      };
    } & DecisionContext)
  | { readonly type: 'granted'; readonly at: number; readonly grant: Grant }
  | ({ readonly type: 'revoked'; readonly at: number } & Revoked)
  | { readonly type: 'failed'; readonly at: number; readonly error: string };

/** What listeners receive: every entry, and each request when it is stored. */
export type GateEvent = Entry | { readonly type: 'asked'; readonly at: number; readonly approval: Approval };

/** A remembered answer that was revoked. */
export interface Revoked {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: string;
  /** As written; empty for an exact call. */
  readonly rules: readonly string[];
  readonly by?: string;
  readonly from?: string;
}

/** What else is known about a call, if available. */
export interface DecisionContext {
  readonly callKey?: string;
  /** The session that the call counts for, if it named none. */
  readonly session?: string;
  /** The revision of the policy in force. */
  readonly policy?: string;
  /** What the decision asked of this machine, so that it can be repeated. */
  readonly world?: WorldRecord;
  /** What the app's tool said about the call: its functions are not available when the call is decided again. */
  readonly facts?: Facts;
}

/**
 * Where entries go. Logging never changes a verdict.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { Log } from '@permesso/gate/stores';
 * const log: Log = { write: ({ type, at }) => console.log(at, type) };
 * const gate = createGate({ policy: {}, log });
 * ```
 */
export interface Log {
  readonly write: (entry: Entry) => void | Promise<void>;
}

/**
 * A log that is written asynchronously: to a database, over a network.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { Entry, LogSink } from '@permesso/gate/stores';
 * const waiting: Entry[] = [];
 * const flush = (): void => console.log(JSON.stringify(waiting.splice(0)));
 * const log: LogSink = { write: (entry) => void waiting.push(entry), flush };
 * const gate = createGate({ policy: {}, log });
 * ```
 */
export interface LogSink extends Log {
  /** Waits until all entries so far are written. Rejects if some could not be. Await it before the process ends. */
  readonly flush: () => void | Promise<void>;
}

/** A filter for the entries of a log. */
export interface WantedEntries {
  /** Of calls in this tenant. Entries without a call, such as failures, belong to no tenant. */
  readonly tenant?: string;
  /** From this time on, in milliseconds since the epoch. */
  readonly since?: number;
  /** Before this time. */
  readonly until?: number;
}

/**
 * A log in a database: it can be read, and entries of a tenant or a period can be erased.
 *
 * @example
 * ```ts
 * import type { LogStore } from '@permesso/gate/stores';
 * const keepYear = async (log: LogStore): Promise<number> => await log.erase({ until: Date.now() - 365 * 86_400_000 });
 * ```
 */
export interface LogStore extends LogSink {
  /** In the order in which they were written. */
  readonly read: (wanted?: WantedEntries) => AsyncIterable<KeptEntry>;
  /** Resolves to the number of erased entries. Refuses to erase everything. */
  readonly erase: (wanted: WantedEntries) => Promise<number>;
}

/**
 * A log in this process's memory, for tests.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { memoryLog } from '@permesso/gate/stores';
 * const log = memoryLog();
 * await createGate({ policy: {}, log }).authorize({ tool: 'refund', input: {} });
 * console.log(log.entries.length);
 * ```
 */
export function memoryLog(): Log & { readonly entries: readonly Entry[] } {
  const entries: Entry[] = [];
  return { entries, write: (entry) => void entries.push(entry) };
}
