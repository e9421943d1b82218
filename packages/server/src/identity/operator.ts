import type { Database } from '../database/database.ts';
import { first, only, queries, type Connection } from '../database/query.ts';
import { OperatorError } from '../operator-command.ts';
import type { Role } from '../route/caller.ts';
import { newToken } from '../secrets/token.ts';
import { lockAdmins } from './lock-admins.ts';
import { findOrganisation } from './organisations.ts';
import { addApiToken } from './add-api-token.ts';
import { recordAdminAction } from './admin-audit.ts';
import { endGroupsOf, givesRoles } from './groups/signed-in-groups.ts';
import { lockAddress } from './lock-address.ts';
import { addOrganisationKey } from './organisation-key.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const addOrganisationRow = sql<{ id: string }, { name: string }>('add-organisation.sql');
const addPersonRow = sql<
  { id: string },
  { issuer: string; subject: string; email: string | null; name: string | null }
>('add-person.sql');
export const findByAddress = sql<
  { id: string; issuer: string; disabledAt: Date | null },
  { address: string }
>('find-by-address.sql');
const trustIssuer = sql<never, { issuer: string; domain: string }>('trust-issuer.sql');
const untrustIssuer = sql<{ issuer: string }, { issuer: string; domain: string }>('untrust-issuer.sql');
const giveRole = sql<never, { person: string; role: string; project: string | null }>('give-role.sql');
const vouchFor = sql<never, { person: string; by: 'operator' | 'scim' }>('vouch-for.sql');

export interface Trust {
  /** By name. */
  readonly organisation: string;
  readonly issuer: string;
  readonly domain: string;
}

export interface NewPerson {
  /** By name. */
  readonly organisation: string;
  readonly email: string;
  readonly roles: readonly Role[];
}

const firstTokenDays = 90;

/** The operator's actions at the server's command line, before anybody can sign in. */
export function operator({ database, secret }: Pick<ServerContext, 'database' | 'secret'>) {
  return {
    addOrganisation: async (name: string): Promise<string> => {
      const known = await database.asSystem((on) => first(findOrganisation(on, { name })));
      if (known !== undefined) throw new OperatorError(`the organisation ${name} already exists`);
      const { id } = await database.asSystem((on) => only(addOrganisationRow(on, { name })));
      await database.asOrganisation(id, async (on) => {
        await addOrganisationKey(on, id, secret);
        await recordAdminAction(on, { by: 'operator', act: 'organisation.add', subject: name });
      });
      return id;
    },
    /** Adds a person without an identity provider, with a token that is shown only once. */
    addPerson: async ({ organisation, email, roles }: NewPerson): ReturnType<typeof addPerson> => {
      const id = await organisationNamed(database, organisation);
      return await database.asOrganisation(id, (on) => addPerson(on, email, roles));
    },
    /** Trusts an issuer for the addresses of a mail domain: its sign-ins are linked to people with such addresses. */
    trustIssuer: async ({ organisation, issuer, domain }: Trust): Promise<void> => {
      await database.asOrganisation(await organisationNamed(database, organisation), async (on) => {
        await trustIssuer(on, { issuer, domain: domain.toLowerCase() });
        await recordAdminAction(on, {
          by: 'operator',
          act: 'issuer.trust',
          subject: issuer,
          detail: { domain },
        });
      });
    },
    /** Links no further sign-ins; existing links stay. An issuer without any trusted domain gives no roles. */
    untrustIssuer: async ({ organisation, issuer, domain }: Trust): Promise<void> => {
      await database.asOrganisation(await organisationNamed(database, organisation), async (on) => {
        await lockAdmins(on);
        if ((await first(untrustIssuer(on, { issuer, domain: domain.toLowerCase() }))) === undefined)
          throw new OperatorError(`${issuer} is not trusted about ${domain}`);
        await recordAdminAction(on, {
          by: 'operator',
          act: 'issuer.untrust',
          subject: issuer,
          detail: { domain },
        });
        if (!(await givesRoles(on, issuer)))
          await endGroupsOf(on, { issuer, by: 'operator', lastAdmin: 'keep' });
      });
    },
  };
}

export type Operator = ReturnType<typeof operator>;

export async function organisationNamed(database: Database, name: string): Promise<string> {
  const found = await database.asSystem((on) => first(findOrganisation(on, { name })));
  if (found === undefined)
    throw new OperatorError(`there is no organisation ${name}: permesso serve add-organisation ${name}`);
  return found.id;
}

async function addPerson(
  on: Connection,
  email: string,
  roles: readonly Role[],
): Promise<{ readonly person: string; readonly token: string }> {
  const person = await personWith(on, email);
  for (const role of roles) await giveRole(on, { person, role, project: null });
  const token = newToken('api');
  await addApiToken(on, {
    person,
    name: 'first token',
    hash: token.hash,
    roles: [...roles, 'viewer'],
    days: firstTokenDays,
    lineage: [],
    until: null,
  });
  await recordAdminAction(on, {
    by: 'operator',
    act: 'person.add',
    subject: person,
    detail: { email, roles },
  });
  return { person, token: token.text };
}

/** The person with this address: added earlier by the operator, or created now. Never duplicated. */
async function personWith(on: Connection, email: string): Promise<string> {
  await lockAddress(on, { address: email });
  const same = await first(findByAddress(on, { address: email }));
  if (same === undefined)
    return (await only(addPersonRow(on, { issuer: 'local', subject: email, email, name: null }))).id;
  if (same.disabledAt !== null)
    throw new OperatorError(
      `${email} is disabled; an admin can enable them again: permesso admin people enable ${email}`,
    );
  if (same.issuer !== 'local')
    throw new OperatorError(
      `${email} already exists and signs in with ${same.issuer}; they can make a token of their own: POST /v1/tokens`,
    );
  await vouchFor(on, { person: same.id, by: 'operator' });
  return same.id;
}
