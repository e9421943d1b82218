import { definedFields } from '@permesso/engine/call';
import { Type, type Static } from 'typebox';
import { type Rollout as RolloutReply, rollout } from '@permesso/protocol/console';
import { queries, type Connection } from '../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../identity/index.ts';
import { policyReaders, policyReviewers, policyWriters, type ByRequest } from '../route/needs.ts';
import { Problem } from '../route/problem.ts';
import { agentRoute, personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { goBack, wayBackOf } from './activations.ts';
import { freeze } from './freeze.ts';
import { baselineOf, type Rollout } from './policy-channel.ts';
import { reviewOf } from './review.ts';
import { countsOf, stepRollout, stopIfDenialsJumped, stopRollout } from './rollout.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const lockChannel = sql<Rollout, { project: string }>('lock-channel.sql');
const heldVersions = sql<{ version: number | null; machines: number }, { project: string }>(
  'held-versions.sql',
);
const addCounts = sql<
  never,
  {
    project: string;
    version: number;
    agent: string;
    obeyed: boolean;
    sequence: number;
    decisions: number;
    denials: number;
    asks: number;
  }
>('add-counts.sql');

const InProject = exact({ project: Uuid });
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

const FreezeBody = exact({
  what: Type.Enum(['organisation', 'project', 'agent']),
  id: Type.Optional(Uuid),
  reason: Type.Union([Words, Type.Null()]),
});

const whatIsFrozen: ByRequest = {
  words: 'in the project that is frozen or whose agent is; for the organisation, in all of it',
  of: ({ body }) => {
    const { what, id } = body as Static<typeof FreezeBody>;
    if ((what === 'organisation') !== (id === undefined))
      throw new Problem(400, 'name the agent or project by its id, and the organisation by none');
    return what === 'organisation' || id === undefined ? 'organisation' : { thing: what, id };
  },
};

/** A version's rollout to the agents, and stopping it. */
export function rolloutRoutes({ database, hints, secret }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      policyWriters,
      {
        method: 'POST',
        path: '/v1/projects/{project}/rollout',
        summary: 'Moves a version one step further: to shadow, to a share of the agents, or to all of them.',
        params: InProject,
        body: exact({
          version: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
          stage: Type.Enum(['report', 'share', 'all']),
          share: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
        }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { project }, body }) => {
        const signing = { organisation: caller.organisation, secret };
        await database.asOrganisation(caller.organisation, (on) =>
          stepRollout(on, { project, by: caller, ...body }, signing),
        );
        hints.give('bundles');
        return { status: 204 };
      },
    ),
    personRoute(
      policyWriters,
      {
        method: 'DELETE',
        path: '/v1/projects/{project}/rollout',
        summary: 'Rolls back a version that is rolling out.',
        params: InProject,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { project } }) => {
        const signing = { organisation: caller.organisation, secret };
        const stopped = await database.asOrganisation(caller.organisation, (on) =>
          stopRollout(on, { project, by: caller, why: 'by hand' }, signing),
        );
        if (!stopped)
          throw new Problem(
            409,
            'no version is rolling out; to return to the previous version: permesso admin policies go-back VERSION',
          );
        hints.give('bundles');
        return { status: 204 };
      },
    ),
    personRoute(
      { ...policyReviewers, aboutBaseline: 'admin' },
      {
        method: 'POST',
        path: '/v1/projects/{project}/rollout/back',
        summary:
          'Goes back to the version that was active before, within 24 hours and without a review: two people agreed to it then.',
        params: InProject,
        body: exact({ version: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { project }, body: { version } }) => {
        const signing = { organisation: caller.organisation, secret };
        await database.asOrganisation(caller.organisation, (on) =>
          goBack(on, { project, version, by: caller }, signing),
        );
        hints.give('bundles');
        hints.give('deliveries');
        return { status: 204 };
      },
    ),
    readRoute(
      policyReaders,
      {
        path: '/v1/projects/{project}/rollout',
        summary: 'Returns the active version and the one rolling out, with figures for both.',
        params: InProject,
        reply: rollout,
      },
      async (on, { params: { project } }) => {
        const [row] = await lockChannel(on, { project });
        const { current = null, candidate = null, stage = null, share = null } = row ?? {};
        const review = candidate === null ? null : (await reviewOf(on, project, candidate)).state;
        const counts = await countsOf(on, project);
        const reported = await reportedBy(on, project);
        const back = (await wayBackOf(on, project)) ?? null;
        return { current, candidate, stage, share, review, counts, reported, back };
      },
    ),
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/counts',
        summary:
          'Reports how often an agent decided, asked and denied under a version. Idempotent per sequence number.',
        body: exact({
          sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          counts: Type.Array(
            exact({
              of: Type.Optional(Type.Literal('baseline')),
              version: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
              obeyed: Type.Boolean(),
              decisions: Count,
              denials: Count,
              asks: Type.Optional(Count),
            }),
            { maxItems: 10 },
          ),
        }),
        replies: { 204: 'none' },
      },
      async ({ caller, body: { sequence, counts } }) => {
        const { organisation, project, agent } = caller;
        if (counts.some(({ decisions, denials, asks = 0 }) => denials + asks > decisions))
          throw new Problem(400, 'more denials and asks than decisions');
        const stopped = await database.asOrganisation(organisation, async (on) => {
          const signing = { organisation, secret };
          const isAboutAll = counts.some(({ of }) => of === 'baseline');
          const baseline = isAboutAll ? (await baselineOf(on)).project : project;
          for (const { of, version, obeyed, decisions, denials, asks = 0 } of counts) {
            const about = { project: of === 'baseline' ? baseline : project, version, agent, obeyed };
            await addCounts(on, { ...about, sequence, decisions, denials, asks });
          }
          const stoppedHere = await stopIfDenialsJumped(on, project, signing);
          return (isAboutAll && (await stopIfDenialsJumped(on, baseline, signing))) || stoppedHere;
        });
        if (stopped) hints.give('bundles');
        return { status: 204 };
      },
    ),
    personRoute(
      { role: 'admin', scope: whatIsFrozen },
      {
        method: 'PUT',
        path: '/v1/freeze',
        summary:
          'Freezes an agent, a project or the organisation, which denies every call; a null reason ends the freeze.',
        body: FreezeBody,
        replies: { 204: 'none' },
      },
      async ({ caller, body: { what, id, reason } }) => {
        const signing = { organisation: caller.organisation, secret };
        await database.asOrganisation(caller.organisation, async (on) => {
          await freeze(on, { what, reason, ...definedFields({ id }) }, signing);
          const act = reason === null ? 'thaw' : 'freeze';
          await recordAdminAction(on, {
            by: caller,
            act,
            subject: id ?? caller.organisation,
            detail: { what, reason },
          });
        });
        hints.give('bundles');
        return { status: 204 };
      },
    ),
  ];
}

/** The state that machines reported, never the one intended. */
async function reportedBy(on: Connection, project: string): Promise<RolloutReply['reported']> {
  const rows = await heldVersions(on, { project });
  return {
    machines: rows.reduce((sum, { machines }) => sum + machines, 0),
    silent: rows.find(({ version }) => version === -1)?.machines ?? 0,
    held: rows.filter(({ version }) => version !== -1),
  };
}
