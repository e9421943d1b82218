import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import { enrolPurpose, isSigned } from '@permesso/protocol/bundle';
import type { Database } from '../../database/database.ts';
import { first, only, queries, type Row } from '../../database/query.ts';
import { projectsWith } from '../../route/caller.ts';
import { Problem, existing } from '../../route/problem.ts';
import { openRoute, personRoute, type Route } from '../../route/route.ts';
import { Base64Url, exact, Name, Time, Uuid, Words } from '../../route/shapes.ts';
import { newToken, readToken } from '../../secrets/token.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { signingKey } from '../organisation-key.ts';
import { type ChannelOf, Enrolled, enrolAgent, membershipOf } from './enrol-agent.ts';

const sql = queries(import.meta.dirname);
const addEnrolment = sql<
  { id: string; expiresAt: Date },
  {
    project: string;
    owner: string | null;
    hash: Buffer;
    uses: number;
    minutes: number;
    madeBy: string;
    lineage: readonly string[];
    until: Date | null;
  }
>('add-enrolment.sql');
const findEnrolment = sql<{ organisation: string }, { hash: Buffer }>('find-enrolment.sql');
const useEnrolment = sql<
  { id: string; project: string; owner: string; madeBy: string | null; confirmedAt: Date | null },
  { hash: Buffer }
>('use-enrolment.sql');
const fleetEnrolment = sql<{ project: string; signIn: string }, { hash: Buffer }>('fleet-enrolment.sql');
const listEnrolments = sql<Row, { projects: readonly string[] | null; after: string | null }>(
  'list-enrolments.sql',
);
const revokeEnrolment = sql<{ id: string }, { id: string }>('revoke-enrolment.sql');

export interface EnrolmentRoutesOptions {
  readonly database: Database;
  readonly channelOf: ChannelOf;
}

/** Enrolment of agents in a project. */
export function enrolmentRoutes({ database, channelOf }: EnrolmentRoutesOptions): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'project' },
      {
        method: 'POST',
        path: '/v1/enrolments',
        summary:
          "Creates a token with which one owner's agents enrol in a project. Shown only once. If the owner is not you, they must confirm it (POST /v1/me/enrolments/{enrolment}/confirm) before anybody can approve what those agents ask, and you count as an owner of them too. Made with an API token, it ends with that at the latest. Without an owner it is a fleet token: it enrols nobody, and tells a machine which team it belongs to (POST /v1/fleet); each of its users signs in.",
        body: exact({
          project: Uuid,
          owner: Type.Optional(Uuid),
          uses: Type.Integer({ minimum: 1, maximum: 10_000 }),
          minutes: Type.Integer({ minimum: 1, maximum: 60 * 24 * 30 }),
        }),
        replies: { 201: Type.Object({ id: Uuid, token: Type.String(), expiresAt: Time }) },
      },
      async ({ caller, body: { project, owner = null, uses, minutes } }) => {
        const token = newToken(owner === null ? 'fleet' : 'enrolment');
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const { lineage, expiresAt } = caller.token ?? { lineage: [], expiresAt: null };
          const row = await existing(
            addEnrolment(on, {
              project,
              owner,
              hash: token.hash,
              uses,
              minutes,
              madeBy: caller.person,
              lineage,
              until: expiresAt,
            }),
            'person',
          );
          const detail = { project, owner, uses, minutes };
          await recordAdminAction(on, { by: caller, act: 'enrolment.add', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: { ...made, token: token.text } };
      },
    ),
    openRoute(
      {
        method: 'POST',
        path: '/v1/enrol',
        summary:
          "Enrols an agent. Takes an enrolment token and proof of possession of a key; returns the agent's identity.",
        body: exact({
          token: Type.String({ maxLength: 100 }),
          name: Words,
          publicKey: Base64Url,
          proof: Base64Url,
        }),
        replies: {
          201: Enrolled,
        },
      },
      async ({ body }) => {
        const publicKey = Buffer.from(body.publicKey, 'base64url');
        const hash = readToken(body.token, 'enrolment');
        // Possession of the key is proven, so that nobody enrols another agent's key under a name of their own.
        if (hash === undefined || !isSigned(body.token, enrolPurpose, { signature: body.proof, publicKey }))
          throw new Problem(403, 'the token or the proof of the key is wrong');
        const found = await database.asSystem((on) => first(findEnrolment(on, { hash })));
        if (found === undefined) throw new Problem(403, 'the token or the proof of the key is wrong');
        const { organisation } = found;
        const enrolled = await database.asOrganisation(organisation, async (on) => {
          const used = await first(useEnrolment(on, { hash }));
          if (used === undefined) throw new Problem(403, 'the token has expired, was used up or was revoked');
          const { id: enrolment, project, owner, madeBy, confirmedAt } = used;
          const agent = { organisation, project, owner, name: body.name, publicKey };
          const id = await enrolAgent(on, { ...agent, enrolment, madeBy, confirmedAt, detail: {} });
          return await membershipOf(on, { agent: id, organisation, project }, channelOf);
        });
        return { status: 201, json: enrolled };
      },
    ),
    openRoute(
      {
        method: 'POST',
        path: '/v1/fleet',
        summary:
          'Tells a machine which team it belongs to, by a fleet token: the project, the signing key, and whose sign-in its users go through. Enrols nobody.',
        body: exact({ token: Type.String({ maxLength: 100 }) }),
        replies: {
          200: Type.Object({
            organisation: Uuid,
            project: Uuid,
            organisationKey: Base64Url,
            signIn: Name,
          }),
        },
      },
      async ({ body }) => {
        const refuse = (): Problem =>
          new Problem(403, 'the fleet token is wrong, has expired or was revoked');
        const hash = readToken(body.token, 'fleet');
        if (hash === undefined) throw refuse();
        const found = await database.asSystem((on) => first(findEnrolment(on, { hash })));
        if (found === undefined) throw refuse();
        const { organisation } = found;
        const pins = await database.asOrganisation(organisation, async (on) => {
          const fleet = await first(fleetEnrolment(on, { hash }));
          if (fleet === undefined) throw refuse();
          const { publicKey } = await only(signingKey(on));
          return { ...fleet, organisation, organisationKey: publicKey.toString('base64url') };
        });
        return { status: 200, json: pins };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'listed' },
      {
        path: '/v1/enrolments',
        summary:
          'Lists enrolment tokens of the projects you administer, without their secrets, ordered by id. Pass `after` for the next page.',
        query: exact({ after: Type.Optional(Uuid) }),
        reply: Type.Object({ enrolments: Type.Array(Type.Object({ id: Uuid, state: Type.String() })) }),
      },
      async (on, { caller, query: { after } }) => ({
        enrolments: await listEnrolments(on, {
          projects: projectsWith(caller, 'admin'),
          after: after ?? null,
        }),
      }),
    ),
    actRoute(
      { role: 'admin', scope: 'enrolment' },
      {
        method: 'DELETE',
        path: '/v1/enrolments/{enrolment}',
        summary: 'Revokes an enrolment token. Agents already enrolled with it stay enrolled.',
        params: exact({ enrolment: Uuid }),
        act: 'enrolment.revoke',
      },
      async (on, { params: { enrolment } }) => {
        await existing(revokeEnrolment(on, { id: enrolment }), 'enrolment');
        return { subject: enrolment };
      },
    ),
  ];
}
