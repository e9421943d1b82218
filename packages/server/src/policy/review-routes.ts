import { definedFields } from '@permesso/engine/call';
import { Type } from 'typebox';
import { reviewSetting as reviewSettingShape } from '@permesso/protocol/console';
import { only, queries } from '../database/query.ts';
import {
  recordAdminAction,
  requireCounted,
  askForAct,
  confirmAct,
  refuseAct,
  organisationRoutes,
} from '../identity/index.ts';
import { holdsEverywhere } from '../route/caller.ts';
import { policyReviewers } from '../route/needs.ts';
import { Problem } from '../route/problem.ts';
import type { SecondPersonAct } from '../route/second-person-act.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { lockedChannel } from './policy-channel.ts';
import { reviewers, reviewOf } from './review.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const addReview = sql<
  never,
  { project: string; version: number; base: number; person: string; verdict: string; comment: string | null }
>('add-review.sql');
const reviewSetting = sql<Setting>('review-setting.sql');
const setReview = sql<never, { required: boolean }>('set-review.sql');
const lockOrganisation = sql<never>('lock-organisation.sql');

interface Setting {
  readonly required: boolean;
  /** The person who asked to turn reviews off and waits for a second one. */
  readonly offBy: string | null;
  readonly offByName: string | null;
  readonly offAt: Date | null;
  readonly offAct: string | null;
}

/** Turns off the requirement of a second person for looser policies. */
export const endReviewAct: SecondPersonAct = {
  name: 'policy-review.off',
  confirmers: reviewers,
  perform: async (on, { by, subject, asked }) => {
    await lockOrganisation(on);
    await setReview(on, { required: false });
    await recordAdminAction(on, { by, act: 'policy-review.off', subject, detail: asked });
    return {};
  },
};

/** The requirement of two people for a looser policy, and for turning that off. */
export function reviewRoutes({ database, secret }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      policyReviewers,
      {
        method: 'POST',
        path: '/v1/projects/{project}/policies/{number}/review',
        summary:
          'Approves or rejects a version that loosens the policy. The reviewer must not be its author.',
        params: exact({ project: Uuid, number: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
        body: exact({
          /** The version's digest, as the reviewer saw it. */
          digest: Type.String({ maxLength: 100 }),
          /** The active version that it was compared with. */
          base: Type.Union([Type.Integer({ minimum: 1, maximum: 999_999_999 }), Type.Null()]),
          verdict: Type.Enum(['approve', 'reject']),
          comment: Type.Optional(Words),
        }),
        replies: { 200: Type.Object({ state: Type.String() }) },
      },
      async ({ caller, params, body: { digest, base, verdict, comment } }) => {
        const { project } = params;
        const version = Number(params.number);
        const state = await database.asOrganisation(caller.organisation, async (on) => {
          // Blocks publishing, so that exactly what was seen is approved.
          await lockedChannel(on, project);
          const asked = await reviewOf(on, project, version);
          if (asked.author === caller.person)
            throw new Problem(403, 'you wrote this version, so somebody else must review it');
          if (asked.digest !== digest || asked.base !== base)
            throw new Problem(409, 'another version is active now; review the changes again');
          if (asked.looser.length === 0)
            throw new Problem(409, 'this version makes nothing looser and needs no review');
          if (verdict === 'approve') await requireCounted(on, caller.person);
          await addReview(on, {
            project,
            version,
            base: base ?? 0,
            person: caller.person,
            verdict,
            comment: comment ?? null,
          });
          const detail = { version, base, digest, verdict, ...definedFields({ comment }) };
          await recordAdminAction(on, { by: caller, act: 'policy.review', subject: project, detail });
          return (await reviewOf(on, project, version)).state;
        });
        return { status: 200, json: { state } };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/policy-review',
        summary:
          'Returns whether a looser policy needs review by a second person, and any pending request to turn that off.',
        reply: reviewSettingShape,
      },
      async (on, { caller }) => {
        const setting = await only(reviewSetting(on));
        if (holdsEverywhere(caller, 'viewer')) return setting;
        // People of a single project may not see who administers the organisation.
        return { required: setting.required, offBy: null, offByName: null, offAt: null };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/policy-review',
        summary:
          'Turns on review by a second person for looser policies, or requests turning it off, which a second person must confirm.',
        body: exact({ required: Type.Boolean() }),
        replies: { 200: reviewSettingShape },
      },
      async ({ caller, body: { required } }) => {
        const setting = await database.asOrganisation(caller.organisation, async (on) => {
          await lockOrganisation(on);
          const { offAct } = await only(reviewSetting(on));
          if (required) {
            await setReview(on, { required });
            if (offAct !== null) await refuseAct(on, offAct, caller);
            await recordAdminAction(on, {
              by: caller,
              act: 'policy-review.on',
              subject: caller.organisation,
            });
          } else {
            const subject = caller.organisation;
            await askForAct(on, endReviewAct, { caller, subject, detail: {}, keys: secret });
          }
          return await only(reviewSetting(on));
        });
        return { status: 200, json: setting };
      },
    ),
    personRoute(
      { role: reviewers, scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/policy-review/confirm',
        summary: 'Confirms, as a second person, that looser policies no longer need review.',
        replies: { 200: reviewSettingShape },
      },
      async ({ caller }) => {
        const setting = await database.asOrganisation(caller.organisation, async (on) => {
          await lockOrganisation(on);
          const { offAct } = await only(reviewSetting(on));
          if (offAct === null) throw new Problem(409, 'no request to turn off review is pending');
          const { organisation } = caller;
          await confirmAct(on, offAct, { by: caller, organisation, keys: secret, kinds: [endReviewAct] });
          return await only(reviewSetting(on));
        });
        return { status: 200, json: setting };
      },
    ),
  ];
}
