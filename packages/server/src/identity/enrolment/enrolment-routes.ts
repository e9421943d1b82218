import { Type } from 'typebox';
import { enrolPurpose, isSigned } from '@permesso/protocol/bundle';
import type { Database } from '../../database/database.ts';
import { first, only, query, type Connection } from '../../database/query.ts';
import { projectsWith } from '../../route/caller.ts';
import { notFound, Problem } from '../../route/problem.ts';
import { openRoute, personRoute, type Route } from '../../route/route.ts';
import { Base64Url, exact, Time, Uuid, Words } from '../../route/shapes.ts';
import { newToken, readToken } from '../../secrets/token.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { retiredKeys, signingKey } from '../organisation-key.ts';

const folder = import.meta.dirname;
const addEnrolment = query<
  { readonly id: string; readonly expiresAt: Date },
  {
    readonly project: string;
    readonly owner: string;
    readonly hash: Buffer;
    readonly uses: number;
    readonly minutes: number;
    readonly madeBy: string;
    readonly lineage: readonly string[];
    readonly until: Date | null;
  }
>(folder, 'add-enrolment.sql');
const findEnrolment = query<{ readonly organisation: string }, { readonly hash: Buffer }>(
  folder,
  'find-enrolment.sql',
);
const useEnrolment = query<
  {
    readonly id: string;
    readonly project: string;
    readonly owner: string;
    readonly madeBy: string | null;
    readonly confirmedAt: Date | null;
  },
  { readonly hash: Buffer }
>(folder, 'use-enrolment.sql');
const addAgent = query<
  { readonly id: string },
  {
    readonly project: string;
    readonly owner: string;
    readonly name: string;
    readonly publicKey: Buffer;
    readonly enrolment: string;
    readonly madeBy: string | null;
    readonly confirmedAt: Date | null;
  }
>(folder, 'add-agent.sql');
const listEnrolments = query<
  Readonly<Record<string, unknown>>,
  { readonly projects: readonly string[] | null; readonly after: string | null }
>(folder, 'list-enrolments.sql');
const revokeEnrolment = query<{ readonly id: string }, { readonly id: string }>(
  folder,
  'revoke-enrolment.sql',
);

export interface EnrolmentRoutesOptions {
  readonly database: Database;
  /** Where the agents of a project look for their policy. */
  readonly channelOf: (
    on: Connection,
    to: { readonly organisation: string; readonly project: string },
  ) => Promise<string>;
}

/** How agents come into a project. */
export function enrolmentRoutes({ database, channelOf }: EnrolmentRoutesOptions): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'project' },
      {
        method: 'POST',
        path: '/v1/enrolments',
        summary:
          "Creates a token with which one owner's agents enrol in a project. Shown only once. If the owner is not you, they must confirm it (POST /v1/me/enrolments/{enrolment}/confirm) before anybody can approve what those agents ask, and you count as an owner of them too. Made with an API token, it ends with that at the latest.",
        body: exact({
          project: Uuid,
          owner: Uuid,
          uses: Type.Integer({ minimum: 1, maximum: 10_000 }),
          minutes: Type.Integer({ minimum: 1, maximum: 60 * 24 * 30 }),
        }),
        replies: { 201: Type.Object({ id: Uuid, token: Type.String(), expiresAt: Time }) },
      },
      async ({ caller, body: { project, owner, uses, minutes } }) => {
        const token = newToken('enrolment');
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const { lineage, expiresAt } = caller.token ?? { lineage: [], expiresAt: null };
          const row = await first(
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
          );
          if (row === undefined) throw notFound('person');
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
          201: Type.Object({
            agent: Uuid,
            organisation: Uuid,
            project: Uuid,
            channel: Type.String(),
            organisationKey: Base64Url,
            earlierKeys: Type.Array(Base64Url),
          }),
        },
      },
      async ({ body }) => {
        const publicKey = Buffer.from(body.publicKey, 'base64url');
        const hash = readToken(body.token, 'enrolment');
        // The key is proven, so that nobody enrols the key of somebody else under a name of their own.
        if (hash === undefined || !isSigned(body.token, enrolPurpose, { signature: body.proof, publicKey }))
          throw new Problem(403, 'the token or the proof of the key is wrong');
        const found = await database.asSystem((on) => first(findEnrolment(on, { hash })));
        if (found === undefined) throw new Problem(403, 'the token or the proof of the key is wrong');
        const { organisation } = found;
        const enrolled = await database.asOrganisation(organisation, async (on) => {
          const used = await first(useEnrolment(on, { hash }));
          if (used === undefined) throw new Problem(403, 'the token has expired, was used up or was revoked');
          const { id: enrolment, project, owner, madeBy, confirmedAt } = used;
          const { id } = await only(
            addAgent(on, { project, owner, name: body.name, publicKey, enrolment, madeBy, confirmedAt }),
          );
          const by = { kind: 'agent', organisation, project, agent: id, owner } as const;
          await recordAdminAction(on, {
            by,
            act: 'agent.enrol',
            subject: id,
            detail: { name: body.name, project },
          });
          const key = await only(signingKey(on));
          const channel = await channelOf(on, { organisation, project });
          const earlierKeys = await retiredKeys(on);
          return {
            agent: id,
            project,
            channel,
            organisationKey: key.publicKey.toString('base64url'),
            earlierKeys,
          };
        });
        return { status: 201, json: { ...enrolled, organisation } };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/enrolments',
        summary:
          'Lists enrolment tokens of the projects you administer, without their secrets, ordered by id. Pass `after` for the next page.',
        query: exact({ after: Type.Optional(Uuid) }),
        replies: {
          200: Type.Object({ enrolments: Type.Array(Type.Object({ id: Uuid, state: Type.String() })) }),
        },
      },
      async ({ caller, query: { after } }) => ({
        status: 200,
        json: {
          enrolments: await database.asOrganisation(caller.organisation, (on) =>
            listEnrolments(on, { projects: projectsWith(caller, 'admin'), after: after ?? null }),
          ),
        },
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'enrolment' },
      {
        method: 'DELETE',
        path: '/v1/enrolments/{enrolment}',
        summary: 'Revokes an enrolment token. Agents already enrolled with it stay enrolled.',
        params: exact({ enrolment: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { enrolment } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          if ((await first(revokeEnrolment(on, { id: enrolment }))) === undefined)
            throw notFound('enrolment');
          await recordAdminAction(on, { by: caller, act: 'enrolment.revoke', subject: enrolment });
        });
        return { status: 204 };
      },
    ),
  ];
}
