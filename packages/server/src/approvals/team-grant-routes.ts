import { definedFields } from '@permesso/engine/call';
import { Type } from 'typebox';
import { grantList, grantOffers } from '@permesso/protocol/console';
import { queries, type Row } from '../database/query.ts';
import { Shown, organisationRoutes } from '../identity/index.ts';
import { projectsWith } from '../route/caller.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { questionNamed } from './list-approvals.ts';
import { teamGrantStates } from './step-team-grant.ts';
import { mostDays, proposeTeamGrant, revokeTeamGrant, voteOnTeamGrant } from './team-grants.ts';
import { offersFor } from './team-offers.ts';
import type { ApprovalsContext } from './approvals-context.ts';

const sql = queries(import.meta.dirname);
const listGrants = sql<Row, { state: string | null; projects: readonly string[] | null }>(
  'list-team-grants.sql',
);

const Digest = Type.String({ maxLength: 100 });
const Rules = Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 40 });
const State = Type.Enum([...teamGrantStates]);
const Voted = Type.Object({ grant: Uuid, state: State });

/** An approval for the whole team: the widest scope, by votes. */
export function teamGrantRoutes({
  database,
  hints,
  secret,
  checkPasskey,
}: ApprovalsContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'approval' },
      {
        path: '/v1/approvals/{approval}/team-grant',
        summary:
          'Lists the rules that this approval request could grant to the whole team, or why there are none.',
        params: exact({ approval: Uuid }),
        reply: grantOffers,
      },
      async (on, { params: { approval } }) => {
        const { agent, request } = await questionNamed(on, approval);
        const found = await offersFor(on, { agent, call: request.call });
        return 'refused' in found ? { offers: [], refused: found.refused } : { offers: found.offers };
      },
    ),
    personRoute(
      { role: 'approver', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/approvals/{approval}/team-grant',
        summary: 'Approves a request once and proposes granting one of the offered rules to the whole team.',
        params: exact({ approval: Uuid }),
        body: exact({
          digest: Digest,
          rules: Rules,
          reach: Type.Optional(Type.Enum(['project', 'organisation'])),
          days: Type.Optional(Type.Integer({ minimum: 1, maximum: mostDays })),
          passkey: Type.Optional(Shown),
        }),
        replies: { 200: Voted },
      },
      async ({ caller, params: { approval }, body }) => {
        const signing = { organisation: caller.organisation, secret };
        const { passkey: shown, ...said } = body;
        const act = { act: 'propose', subject: approval, said } as const;
        const passkey = shown === undefined ? undefined : await checkPasskey(caller, { shown, act });
        const { reach = 'project', days, ...rest } = said;
        const proposal = { approval, ...rest, reach, ...definedFields({ days }) };
        const voted = await database.asOrganisation(caller.organisation, (on) =>
          proposeTeamGrant(on, proposal, { caller, signing, passkey }),
        );
        hints.give('approvals');
        if (voted.state === 'granted') hints.give('bundles');
        return { status: 200, json: voted };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/team-grants',
        summary: 'Lists team grants and proposals with their votes, newest first.',
        query: exact({ state: Type.Optional(State) }),
        reply: grantList,
      },
      async (on, { caller, query: { state } }) => ({
        grants: await listGrants(on, { state: state ?? null, projects: projectsWith(caller, 'viewer') }),
      }),
    ),
    personRoute(
      { role: 'approver', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/team-grants/{grant}/vote',
        summary: 'Votes on a proposal, bound to `digest`. A single rejection ends it.',
        params: exact({ grant: Uuid }),
        body: exact({
          digest: Digest,
          verdict: Type.Enum(['allow', 'deny']),
          passkey: Type.Optional(Shown),
        }),
        replies: { 200: Voted },
      },
      async ({ caller, params: { grant }, body }) => {
        const signing = { organisation: caller.organisation, secret };
        const { passkey: shown, ...said } = body;
        const act = { act: 'vote', subject: grant, said } as const;
        const passkey = shown === undefined ? undefined : await checkPasskey(caller, { shown, act });
        const voted = await database.asOrganisation(caller.organisation, (on) =>
          voteOnTeamGrant(on, grant, { ...said, caller, signing, passkey }),
        );
        if (voted.state === 'granted') hints.give('bundles');
        return { status: 200, json: voted };
      },
    ),
    personRoute(
      { role: ['approver', 'admin'], scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/team-grants/{grant}',
        summary: 'Revokes a team grant or withdraws a proposal. For organisation-wide approvers and admins.',
        params: exact({ grant: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { grant } }) => {
        const signing = { organisation: caller.organisation, secret };
        await database.asOrganisation(caller.organisation, (on) =>
          revokeTeamGrant(on, grant, { caller, signing }),
        );
        hints.give('bundles');
        return { status: 204 };
      },
    ),
  ];
}
