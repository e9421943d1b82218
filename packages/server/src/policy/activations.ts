import { first, queries, type Connection } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';
import { callerName, type PersonCaller } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { changeChannel, type Signing } from './policy-channel.ts';
import { reviewOf, type Review, type ReviewState } from './review.ts';

const sql = queries(import.meta.dirname);
const addActivation = sql<
  never,
  {
    project: string;
    version: number;
    base: number | null;
    actor: string;
    review: string | null;
    looser: string;
    reviews: string;
  }
>('add-activation.sql');
const listActivations = sql<Activation, { project: string; version: number }>('list-activations.sql');
const findWayBack = sql<WayBack, { project: string }>('way-back.sql');
const lockChannels = sql<{ project: string }>('lock-channels.sql');
const forgetCounts = sql<never, { project: string }>('forget-counts.sql');
const addNotice = sql<never, { project: string; from: number | null; to: number; by: string }>(
  'add-policy-notice.sql',
);

/** A version that became active for everybody, with its comparison and reviews as of that time. */
export interface Activation extends Pick<ReviewState, 'base' | 'looser' | 'reviews'> {
  readonly version: number;
  readonly at: Date;
  readonly byName: string;
  /** Null if somebody reverted to it. */
  readonly review: 'not needed' | 'approved' | null;
}

/** The version that was active before. */
export interface WayBack {
  readonly version: number;
  readonly until: Date;
  /** Why it takes a rollout, with a review if needed. */
  readonly objection: string | null;
}

export async function activationsOf(
  on: Connection,
  project: string,
  version: number,
): Promise<readonly Activation[]> {
  return await listActivations(on, { project, version });
}

export async function wayBackOf(on: Connection, project: string): Promise<WayBack | undefined> {
  return await first(findWayBack(on, { project }));
}

export interface NewActivation {
  readonly project: string;
  readonly version: number;
  readonly by: PersonCaller;
  readonly review: Pick<ReviewState, 'base' | 'looser' | 'reviews'> & { readonly state: string | null };
}

export async function recordActivation(
  on: Connection,
  { project, version, by, review: { base, looser, reviews, state } }: NewActivation,
): Promise<void> {
  await addActivation(on, {
    project,
    version,
    base,
    actor: callerName(by),
    review: state,
    looser: JSON.stringify(looser),
    reviews: JSON.stringify(reviews.map(({ name: _name, ...kept }: Review) => kept)),
  });
}

export interface GoingBack {
  readonly project: string;
  readonly version: number;
  readonly by: PersonCaller;
}

/**
 * Reverts to the previously active version, by one person and without a review, because two people agreed to it and
 * it was active within the last day. Only once, and to no other version: otherwise going back and forth would keep a
 * replaced version available forever.
 */
export async function goBack(
  on: Connection,
  { project, version, by }: GoingBack,
  signing: Signing,
): Promise<void> {
  // Nobody can loosen the other layer in the meantime.
  await lockChannels(on);
  const way = await wayBackOf(on, project);
  if (way?.version !== version) throw new Problem(409, `version ${version} was not active before`);
  const review = await reviewOf(on, project, version);
  const objection = review.state === 'rejected' ? 'it was rejected in review' : way.objection;
  if (objection !== null)
    throw new Problem(
      409,
      `there is no way back to version ${version}: ${objection}. Roll it out; it needs a review where it is looser`,
    );
  await changeChannel(on, project, {
    signing,
    change: async () => {
      await forgetCounts(on, { project });
      return { current: version, candidate: null, stage: null, share: null };
    },
  });
  await recordActivation(on, { project, version, by, review: { ...review, reviews: [], state: null } });
  const detail = { version, from: review.base, looser: review.looser };
  await recordAdminAction(on, { by, act: 'policy.go-back', subject: project, detail });
  await addNotice(on, { project, from: review.base, to: version, by: by.person });
}
