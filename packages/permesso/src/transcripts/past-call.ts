import type { HookHost, Payload } from '@permesso/gate/payloads';

/** A call that an agent made earlier, in the words in which its host tells a hook of a call. */
export interface PastCall {
  readonly payload: Payload;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly at?: number;
  /** The host's own name of the call: resumed sessions repeat earlier calls. */
  readonly id: string;
}

/** `unknown`: the transcript does not prove that it ran. */
export type Outcome = 'ran' | 'refused' | 'unknown';

/** How one host keeps its sessions. */
export interface TranscriptReader {
  readonly host: HookHost;
  /** The host's own folder: below the home directory, unless a variable names another one. */
  readonly base: { readonly folder: string; readonly variable?: string };
  /** Where the sessions are below that. */
  readonly below: string;
  /** Whether a file there, by its path below it, is a session. */
  readonly isSession: (path: string) => boolean;
  readonly read: (session: SessionFile) => Iterable<PastCall>;
}

export interface SessionFile {
  readonly path: string;
  /** The host's own folder. */
  readonly base: string;
  readonly skipped: Skipped;
}

/** What could not be read, counted: a report that leaves something out says so. */
export interface Skipped {
  lines: number;
  files: number;
}

/** Calls of one session, which learn of their outcome later. */
export interface CallList {
  readonly add: (call: Omit<PastCall, 'outcome'> & { readonly outcome?: Outcome }) => void;
  readonly settle: (id: string, outcome: Outcome) => void;
  readonly calls: () => Iterable<PastCall>;
}

export function callList(): CallList {
  const calls = new Map<string, PastCall>();
  return {
    // The same call again is the same call with more known about it.
    add: (call) => void calls.set(call.id, { outcome: 'unknown', ...call }),
    settle: (id, outcome) => {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, outcome });
    },
    calls: () => calls.values(),
  };
}

/** `2026-11-16T00:34:17.332Z` or milliseconds, where it is a time. */
export function timeOf(value: unknown): { readonly at?: number } {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) && at > 0 ? { at } : {};
}
