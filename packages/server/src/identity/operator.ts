import type { Database } from '../database/database.ts';
import { first, only, query, type Connection } from '../database/query.ts';
import type { Role } from '../route/caller.ts';
import { newToken } from '../secrets/token.ts';
import { addApiToken } from './add-api-token.ts';
import { recordAdminAction } from './admin-audit.ts';
import { endGroupsOf, givesRoles } from './groups/signed-in-groups.ts';
import { lockAddress } from './lock-address.ts';
import { addOrganisationKey } from './organisation-key.ts';
import { addScimToken } from './scim-token.ts';
import type { SealKeys } from '../secrets/seal.ts';

const folder = import.meta.dirname;
const addOrganisationRow = query<{ readonly id: string }, { readonly name: string }>(
  folder,
  'add-organisation.sql',
);
const findOrganisation = query<{ readonly id: string }, { readonly name: string }>(
  folder,
  'find-organisation.sql',
);
const addPersonRow = query<
  { readonly id: string },
  {
    readonly issuer: string;
    readonly subject: string;
    readonly email: string | null;
    readonly name: string | null;
  }
>(folder, 'add-person.sql');
const findByAddress = query<
  { readonly id: string; readonly issuer: string; readonly disabledAt: Date | null },
  { readonly address: string }
>(folder, 'find-by-address.sql');
const trustIssuer = query<never, { readonly issuer: string; readonly domain: string }>(
  folder,
  'trust-issuer.sql',
);
const untrustIssuer = query<
  { readonly issuer: string },
  { readonly issuer: string; readonly domain: string }
>(folder, 'untrust-issuer.sql');
const giveRole = query<
  never,
  { readonly person: string; readonly role: string; readonly project: string | null }
>(folder, 'give-role.sql');
const vouchFor = query<never, { readonly person: string; readonly by: 'operator' | 'scim' }>(
  folder,
  'vouch-for.sql',
);
const removePasskeys = query<{ readonly id: string }, { readonly person: string }>(
  folder,
  'remove-passkeys.sql',
);

/** What the operator does at the server's command line, before anybody can sign in. */
export interface Operator {
  readonly addOrganisation: (name: string) => Promise<string>;
  /** A person that no identity provider vouches for, with a token that is shown this once. */
  readonly addPerson: (who: NewPerson) => Promise<{ readonly person: string; readonly token: string }>;
  /** For somebody who has lost them all, where no other admin could do it. How many. */
  readonly removePasskeys: (of: Omit<NewPerson, 'roles'>) => Promise<number>;
  /** For the directory of an organisation; depends on no person. Shown this once. */
  readonly addScimToken: (organisation: string) => Promise<{ readonly id: string; readonly token: string }>;
  /** Believes an issuer about the addresses of a mail domain: its sign-ins are linked to people who have them. */
  readonly trustIssuer: (trust: Trust) => Promise<void>;
  /** Links no more sign-ins. Those that were linked stay so. An issuer that is trusted about nothing gives no roles. */
  readonly untrustIssuer: (trust: Trust) => Promise<void>;
}

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

/** Told to the operator who typed it. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

const firstTokenDays = 90;
const scimTokenDays = 366;

export function operator({
  database,
  secret,
}: {
  readonly database: Database;
  readonly secret: SealKeys;
}): Operator {
  return {
    addOrganisation: async (name) => {
      const known = await database.asSystem((on) => first(findOrganisation(on, { name })));
      if (known !== undefined) throw new OperatorError(`there is an organisation ${name} already`);
      const { id } = await database.asSystem((on) => only(addOrganisationRow(on, { name })));
      await database.asOrganisation(id, async (on) => {
        await addOrganisationKey(on, id, secret);
        await recordAdminAction(on, { by: 'operator', act: 'organisation.add', subject: name });
      });
      return id;
    },
    addPerson: async ({ organisation, email, roles }) => {
      const id = await idOf(organisation);
      return await database.asOrganisation(id, (on) => addPerson(on, email, roles));
    },
    removePasskeys: async ({ organisation, email }) =>
      await database.asOrganisation(await idOf(organisation), async (on) => {
        const found = await first(findByAddress(on, { address: email }));
        if (found === undefined) throw new OperatorError(`there is nobody with the address ${email}`);
        const removed = await removePasskeys(on, { person: found.id });
        for (const { id } of removed)
          await recordAdminAction(on, {
            by: 'operator',
            act: 'passkey.remove',
            subject: id,
            detail: { person: found.id },
          });
        return removed.length;
      }),
    addScimToken: async (organisation) => {
      const token = newToken('scim');
      const id = await database.asOrganisation(await idOf(organisation), async (on) => {
        const row = await only(
          addScimToken(on, {
            name: 'by the operator',
            hash: token.hash,
            days: scimTokenDays,
            person: null,
            lineage: [],
            until: null,
          }),
        );
        await recordAdminAction(on, { by: 'operator', act: 'scim-token.add', subject: row.id });
        return row.id;
      });
      return { id, token: token.text };
    },
    trustIssuer: async ({ organisation, issuer, domain }) => {
      await database.asOrganisation(await idOf(organisation), async (on) => {
        await trustIssuer(on, { issuer, domain: domain.toLowerCase() });
        await recordAdminAction(on, {
          by: 'operator',
          act: 'issuer.trust',
          subject: issuer,
          detail: { domain },
        });
      });
    },
    untrustIssuer: async ({ organisation, issuer, domain }) => {
      await database.asOrganisation(await idOf(organisation), async (on) => {
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

  async function idOf(organisation: string): Promise<string> {
    return await organisationNamed(database, organisation);
  }
}

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

/** The one who has this address: made by the operator before, or now. Nobody is made twice. */
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
      `${email} is here already and signs in with ${same.issuer}; they can make a token of their own: POST /v1/tokens`,
    );
  await vouchFor(on, { person: same.id, by: 'operator' });
  return same.id;
}
