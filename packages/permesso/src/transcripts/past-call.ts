import type { HookHost, Payload } from '@permesso/gate/payloads';

/** A call that an agent made earlier, in the format in which its host passes calls to a hook. */
export interface PastCall {
  readonly payload: Payload;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly at?: number;
  /** The host's own id of the call: resumed sessions repeat earlier calls. */
  readonly id: string;
}

/** `unknown`: the transcript does not prove that it ran. */
export type Outcome = 'ran' | 'refused' | 'unknown';

/** How one host keeps its sessions. */
export interface TranscriptReader {
  readonly host: HookHost;
  /** The host's own folder: below the home directory, unless a variable names another one. */
  readonly base: { readonly folder: string; readonly variable?: string };
  /** The sessions' folder, relative to that. */
  readonly below: string;
  /** Whether a file there, by its relative path, is a session. */
  readonly isSession: (path: string) => boolean;
  readonly read: (session: SessionFile) => Iterable<PastCall>;
}

export interface SessionFile {
  readonly path: string;
  /** The host's own folder. */
  readonly base: string;
  readonly skipped: Skipped;
}

/** Counts of what could not be read, so that a report states what it omits. */
export interface Skipped {
  lines: number;
  files: number;
}

/** Calls of one session, whose outcomes are learnt later. */
export interface CallList {
  readonly add: (call: Omit<PastCall, 'outcome'> & { readonly outcome?: Outcome }) => void;
  readonly settle: (id: string, outcome: Outcome) => void;
  readonly calls: () => Iterable<PastCall>;
}

export function callList(): CallList {
  const calls = new Map<string, PastCall>();
  return {
    // A repeated call adds what is known about it.
    add: (call) => void calls.set(call.id, { outcome: 'unknown', ...call }),
    settle: (id, outcome) => {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, outcome });
    },
    calls: () => calls.values(),
  };
}

/** Accepts `2026-11-16T00:34:17.332Z` or milliseconds. */
export function timeOf(value: unknown): { readonly at?: number } {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) && at > 0 ? { at } : {};
}
