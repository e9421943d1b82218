import { Type } from 'typebox';
import { enrolPurpose, isSigned } from '@permesso/protocol/bundle';
import { first, only, queries } from '../../database/query.ts';
import {
  addApiToken,
  Enrolled,
  enrolAgent,
  findOrganisation,
  membershipOf,
  personActs,
  recordAdminAction,
} from '../../identity/index.ts';
import type { ServerContext } from '../../module.ts';
import { channelOf } from '../../policy/index.ts';
import { Problem } from '../../route/problem.ts';
import { openRoute, type Route } from '../../route/route.ts';
import { Base64Url, exact, Name, Time, Uuid, Words } from '../../route/shapes.ts';
import { newToken } from '../../secrets/token.ts';
import { identityChecker, type TrustedJobs } from './check-identity.ts';

/** Long enough for the requests of one job. */
const tokenMs = 15 * 60_000;

const asked = {
  organisation: Name,
  account: Name,
  token: Type.String({ minLength: 1, maxLength: 16_000 }),
};

interface Asked {
  readonly organisation: string;
  readonly account: string;
  readonly token: string;
}

/** The token that a job gets in exchange for its platform's. */
export function workloadRoutes(context: ServerContext): readonly Route[] {
  const { database, secret, send, now } = context;
  const check = identityChecker(send);

  /** The same error for an unknown account or organisation. */
  async function proven({ organisation: name, account, token }: Asked): Promise<Proven> {
    const found = await database.asSystem((on) => first(findOrganisation(on, { name })));
    const row =
      found === undefined
        ? undefined
        : await database.asOrganisation(found.id, (on) => first(findServiceAccount(on, { name: account })));
    if (found === undefined || row === undefined) throw new Problem(403, 'there is no such service account');
    const { sub } = await check(token, row);
    return { ...row, organisation: found.id, sub: String(sub) };
  }

  return [
    openRoute(
      {
        method: 'POST',
        path: '/v1/workload/token',
        summary:
          'Gives a job an API token of its service account for 15 minutes, by a token of its platform (GitHub, GitLab, Kubernetes) that has the issuer, audience and claims that the operator fixed.',
        body: exact(asked),
        replies: { 200: Type.Object({ id: Uuid, token: Type.String(), expiresAt: Time }) },
      },
      async ({ body, address }) => {
        const account = await proven(body);
        const { organisation, person, sub } = account;
        const made = newToken('api');
        const row = await database.asOrganisation(organisation, async (on) => {
          const until = new Date(now() + tokenMs);
          const roles = [...account.roles, 'viewer'];
          const token = {
            person,
            name: sub.slice(0, 200),
            hash: made.hash,
            roles,
            days: 1,
            lineage: [],
            until,
          };
          const added = await only(addApiToken(on, token));
          const act = { by: personActs(person), act: 'workload.token', subject: added.id, address };
          await recordAdminAction(on, { ...act, detail: { account: body.account, sub } });
          return added;
        });
        return { status: 200, json: { ...row, token: made.text } };
      },
    ),
    openRoute(
      {
        method: 'POST',
        path: '/v1/workload/enrol',
        summary:
          "Enrols the machine of a job in the project of its service account. Owned by the person who is responsible for the account, who cannot answer what it asks. The proof signs the platform's token with the machine's key.",
        body: exact({ ...asked, name: Words, publicKey: Base64Url, proof: Base64Url }),
        replies: { 201: Enrolled },
      },
      async ({ body, address }) => {
        const publicKey = Buffer.from(body.publicKey, 'base64url');
        if (!isSigned(body.token, enrolPurpose, { signature: body.proof, publicKey }))
          throw new Problem(403, 'the proof of the key is wrong');
        const { organisation, project, responsible: owner, sub } = await proven(body);
        const told = await database.asOrganisation(organisation, async (on) => {
          const agent = await enrolAgent(on, {
            organisation,
            project,
            owner,
            name: body.name,
            publicKey,
            enrolment: null,
            madeBy: null,
            // The operator named the owner.
            confirmedAt: new Date(now()),
            detail: { by: 'service-account', account: body.account, sub, address },
          });
          return await membershipOf(on, { agent, organisation, project }, (connection, to) =>
            channelOf(connection, to.project, { organisation, secret }),
          );
        });
        return { status: 201, json: told };
      },
    ),
  ];
}

interface Proven extends ServiceAccount {
  readonly organisation: string;
  readonly sub: string;
}

interface ServiceAccount extends TrustedJobs {
  /** The person row that it acts as. */
  readonly person: string;
  readonly project: string;
  readonly responsible: string;
  readonly roles: readonly string[];
}

const findServiceAccount = queries(import.meta.dirname)<ServiceAccount, { readonly name: string }>(
  'find-service-account.sql',
);
