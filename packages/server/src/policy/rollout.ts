import { definedFields } from '@permesso/engine/call';
import { only, queries, type Connection } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';
import type { Caller, PersonCaller } from '../route/caller.ts';
import { notFound, Problem } from '../route/problem.ts';
import { changeChannel, type Rollout, type Signing } from './policy-channel.ts';
import { recordActivation } from './activations.ts';
import { requireReview } from './review.ts';
import { denialsJumped, type CountedDenials } from './denials-jumped.ts';

const sql = queries(import.meta.dirname);
const loadVersion = sql<{ objection: string | null }, { project: string; number: number }>(
  'load-version.sql',
);
const publishVersion = sql<never, { project: string; number: number; stage: Step['stage'] }>(
  'publish-version.sql',
);
const forgetCounts = sql<never, { project: string }>('forget-counts.sql');
const sumCounts = sql<Sum, { project: string }>('sum-counts.sql');
const lockChannel = sql<Rollout, { project: string }>('lock-channel.sql');

export interface Sum extends CountedDenials {
  readonly version: number;
  readonly obeyed: boolean;
  readonly agents: number;
  readonly asks: number;
}

export interface Step {
  readonly project: string;
  readonly version: number;
  readonly stage: 'report' | 'share' | 'all';
  readonly share?: number;
  readonly by: PersonCaller;
}

/** Moves a version one stage forward. Only if its tests pass; an older one becomes active at once. */
export async function stepRollout(on: Connection, step: Step, signing: Signing): Promise<void> {
  const { project, version, stage, by } = step;
  const [found] = await loadVersion(on, { project, number: version });
  if (found === undefined) throw notFound('version');
  if (found.objection !== null)
    throw new Problem(422, `this version cannot be published: ${found.objection}`);
  await publishVersion(on, { project, number: version, stage });
  let reviewedBy: readonly string[] = [];
  await changeChannel(on, project, {
    signing,
    change: async (before) => {
      const next = nextRollout(before, step);
      // Under the channel's lock, so that it is compared with the version active now. In `report` no machine enforces
      // it.
      if (stage !== 'report') {
        const review = await requireReview(on, project, version);
        reviewedBy = review.reviews
          .filter(({ verdict }) => verdict === 'approve')
          .map(({ person }) => person);
        if (next.current !== before.current) await recordActivation(on, { project, version, by, review });
      }
      // Restarts the counters for this step: both versions are compared by calls of the same period.
      if (next.stage !== before.stage || next.candidate !== before.candidate)
        await forgetCounts(on, { project });
      return next;
    },
  });
  const detail = {
    version,
    stage,
    ...definedFields({ share: step.share }),
    ...(reviewedBy.length === 0 ? {} : { reviewedBy }),
  };
  await recordAdminAction(on, { by, act: 'policy.rollout', subject: project, detail });
}

function nextRollout({ current }: Rollout, { version, stage, share }: Step): Rollout {
  if (stage === 'all') return { current: version, candidate: null, stage: null, share: null };
  if (version === current) throw new Problem(409, 'this version is already active');
  return { current, candidate: version, stage, share: stage === 'share' ? (share ?? 10) : 0 };
}

export interface Stop {
  readonly project: string;
  readonly by: Caller | 'server';
  readonly why: string;
}

/** Withdraws a candidate: everybody follows the active version again. */
export async function stopRollout(
  on: Connection,
  { project, by, why }: Stop,
  signing: Signing,
): Promise<boolean> {
  let stopped: number | null = null;
  await changeChannel(on, project, {
    signing,
    change: ({ current, candidate }) => {
      stopped = candidate;
      return { current, candidate: null, stage: null, share: null };
    },
  });
  if (stopped !== null)
    await recordAdminAction(on, {
      by,
      act: 'policy.stop',
      subject: project,
      detail: { version: stopped, why },
    });
  return stopped !== null;
}

/** Stops a candidate that denies much more than the active version. Returns whether it did. */
export async function stopIfDenialsJumped(
  on: Connection,
  project: string,
  signing: Signing,
): Promise<boolean> {
  const { current, candidate, stage } = await only(lockChannel(on, { project }));
  if (candidate === null || stage === null) return false;
  const sums = await sumCounts(on, { project });
  const of = (version: number | null, obeyed: boolean): Sum | undefined =>
    sums.find((sum) => sum.version === version && sum.obeyed === obeyed);
  const before = of(current, true);
  const now = of(candidate, stage === 'share');
  if (before === undefined || now === undefined || !denialsJumped(before, now)) return false;
  return await stopRollout(on, { project, by: 'server', why: 'denials jumped' }, signing);
}

export async function countsOf(on: Connection, project: string): Promise<readonly Sum[]> {
  return await sumCounts(on, { project });
}
