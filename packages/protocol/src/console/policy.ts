import { verdict } from './inbox.ts';
import { count, decimal, flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

const versionFields = {
  number: count,
  author: text,
  authorName: text,
  note: text,
  /** Why it cannot be published. */
  objection: orNull(text),
  createdAt: text,
  publishedAt: orNull(text),
} as const;

const versionRow = object({
  ...versionFields,
  /** When it was last reviewed. */
  reviewedAt: orNull(text),
});

export type VersionRow = TypeOf<typeof versionRow>;

export const versionList = object({ versions: list(versionRow) });

const reviewState = oneOf('not needed', 'needed', 'approved', 'rejected');

const comparison = {
  /** The active version that it is compared with. */
  base: orNull(count),
  looser: list(text),
  reviews: list(
    object({ person: text, name: text, verdict: oneOf('approve', 'reject'), comment: orNull(text) }),
  ),
} as const;

/** Reviews of a looser policy, which need two people; compared with the version that was active then. */
const versionReview = object({ state: reviewState, ...comparison });

/** Each activation of a version, with the state at the time; `review` is null for a rollback to it. */
const activation = object({
  ...comparison,
  at: text,
  byName: text,
  review: orNull(oneOf('not needed', 'approved')),
});

const policyChange = object({ direction: oneOf('looser', 'stricter', 'both', 'none'), text });

export type ShownPolicyChange = TypeOf<typeof policyChange>;

const testOutcome = object({ call: text, line: count, expected: verdict, found: verdict });

export const policyVersion = object({
  ...versionFields,
  digest: text,
  text,
  review: versionReview,
  activations: list(activation),
  /** The stages that it passed through. */
  stages: list(oneOf('report', 'share', 'all')),
  changes: list(policyChange),
  tests: list(testOutcome),
});

export type PolicyVersion = TypeOf<typeof policyVersion>;

export const addedVersion = object({ number: count, digest: text, objection: orNull(text) });

/** What agents counted for a version since its stage began. */
const versionCount = object(
  // An agent with very many decisions counts partially.
  { version: count, obeyed: flag, agents: count, decisions: decimal, denials: decimal },
  { asks: decimal },
);

export type VersionCount = TypeOf<typeof versionCount>;

export const rollout = object({
  current: orNull(count),
  candidate: orNull(count),
  stage: orNull(oneOf('report', 'share')),
  share: orNull(count),
  /** Of the candidate. */
  review: orNull(reviewState),
  counts: list(versionCount),
  /** What machines reported. */
  reported: object({
    /** Enrolled and not revoked. */
    machines: count,
    /** Of these, the machines that never reported. */
    silent: count,
    /** The version that each of the others reported; null for none. */
    held: list(object({ version: orNull(count), machines: count })),
  }),
  /** The previously active version, and why a single person cannot roll back to it. */
  back: orNull(object({ version: count, until: text, objection: orNull(text) })),
});

export type Rollout = TypeOf<typeof rollout>;

/** The policy that every agent of the organisation enforces in addition to its project's policy. */
export const baseline = object({
  /** Used in place of a project in the routes of a policy. */
  id: text,
  /** The active version; null if none was published. */
  version: orNull(count),
  text: orNull(text),
});

/** A version that was rolled back before it was active everywhere. */
export const rollbackList = object({
  stops: list(
    object({
      at: text,
      /** Rolled back by the server, because denials jumped. */
      bySelf: flag,
      version: text,
      why: text,
    }),
  ),
});

export type Rollback = TypeOf<typeof rollbackList>['stops'][number];

export const reviewSetting = object({ required: flag, offBy: orNull(text), offByName: orNull(text) });

export type ReviewSettingState = TypeOf<typeof reviewSetting>;

export const agentList = object({
  agents: list(object({ id: text, name: text, revokedAt: orNull(text), frozen: orNull(text) })),
});

export type ListedAgent = TypeOf<typeof agentList>['agents'][number];
