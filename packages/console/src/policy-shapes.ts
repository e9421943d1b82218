/** As the server's routes about policies answer. */
export interface VersionRow {
  readonly number: number;
  readonly author: string;
  readonly authorName: string;
  readonly note: string;
  /** Why it cannot be published. */
  readonly objection: string | null;
  readonly createdAt: string;
  readonly publishedAt: string | null;
}

export interface Version extends VersionRow {
  readonly text: string;
  readonly changes: readonly Change[];
  readonly tests: readonly TestOutcome[];
}

export interface Change {
  readonly direction: 'looser' | 'stricter' | 'both' | 'none';
  readonly text: string;
}

export interface TestOutcome {
  readonly call: string;
  readonly line: number;
  readonly expected: string;
  readonly found: string;
}

export interface Rollout {
  readonly current: number | null;
  readonly candidate: number | null;
  readonly stage: 'report' | 'share' | null;
  readonly share: number | null;
}

/** What agents counted under a version since its stage began. */
export interface Count {
  readonly version: number;
  readonly obeyed: boolean;
  readonly agents: number;
  readonly decisions: number;
  readonly denials: number;
  readonly asks?: number;
}

/** A version that was taken back on its way. */
export interface Stop {
  readonly at: string;
  /** The server saw denials jump. */
  readonly bySelf: boolean;
  readonly version: string;
  readonly why: string;
}
