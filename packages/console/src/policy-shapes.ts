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
  /** When somebody reviewed it last. */
  readonly reviewedAt: string | null;
}

export interface Version extends VersionRow {
  readonly digest: string;
  readonly text: string;
  readonly review: VersionReview;
  readonly changes: readonly Change[];
  readonly tests: readonly TestOutcome[];
}

/** Two people for a looser policy. */
export interface VersionReview {
  readonly state: 'not needed' | 'needed' | 'approved' | 'rejected';
  /** The version in force that it is compared with. */
  readonly base: number | null;
  readonly looser: readonly string[];
  readonly reviews: readonly {
    readonly person: string;
    readonly name: string;
    readonly verdict: 'approve' | 'reject';
    readonly comment: string | null;
  }[];
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
  /** Of the candidate. */
  readonly review: VersionReview['state'] | null;
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
