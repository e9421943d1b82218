import type { ToolCall } from '@permesso/engine/call';
import type { Answer, Approval } from '@permesso/protocol/approval';
import type { Decision, Grant } from '@permesso/engine/decision';
import type { Facts } from '@permesso/engine/facts';
import type { WorldRecord } from '@permesso/engine/world';
import type { KeptEntry, RefusingGate } from '@permesso/protocol/entry';

/** One thing that happened at the gate. */
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
      /** Milliseconds between question and answer. */
      readonly waited?: number;
      /** The id of the request, where a store keeps it. */
      readonly approval?: string;
    } & DecisionContext)
  /** The call begins to run. */
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

/** What listeners are told: every entry, and each request as it is put into the store. */
export type GateEvent = Entry | { readonly type: 'asked'; readonly at: number; readonly approval: Approval };

/** What was remembered until somebody took it back. */
export interface Revoked {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: string;
  /** As they were written; none for an exact call. */
  readonly rules: readonly string[];
  readonly by?: string;
  readonly from?: string;
}

/** What else is known about a call, where it is. */
export interface DecisionContext {
  readonly callKey?: string;
  /** The session that the call counts for, when it named none itself. */
  readonly session?: string;
  /** The revision of the policy in force. */
  readonly policy?: string;
  /** What the decision asked of this machine, so that it can be made again. */
  readonly world?: WorldRecord;
  /** What a tool of the app said of the call: its functions are not there when the call is decided again. */
  readonly facts?: Facts;
}

/**
 * Where entries go. Recording never changes a verdict.
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
 * A log that is written later: in a database, over a network.
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
  /** Waits until all entries so far are written. Rejects where some could not be. Await it before a process ends. */
  readonly flush: () => void | Promise<void>;
}

/** Which entries of a log. */
export interface WantedEntries {
  /** Of calls in this tenant. What belongs to no call, as a failure, is of no tenant. */
  readonly tenant?: string;
  /** Milliseconds since the epoch: from then on. */
  readonly since?: number;
  /** Before then. */
  readonly until?: number;
}

/**
 * A log in a database: it can be read, and a tenant or a time can be erased.
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
  /** Resolves to how many are gone. Refuses to erase everything. */
  readonly erase: (wanted: WantedEntries) => Promise<number>;
}

/**
 * A log in the memory of this process, for tests.
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
