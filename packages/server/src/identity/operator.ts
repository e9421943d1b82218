import type { Database } from '../database/database.ts';
import { first, only, query, type Connection } from '../database/query.ts';
import type { Role } from '../route/caller.ts';
import { newToken } from '../secrets/token.ts';
import { recordAct } from './act.ts';
import { addOrganisationKey } from './organisation-key.ts';

const folder = import.meta.dirname;
const addOrganisationRow = query<{ readonly id: string }, [name: string]>(folder, 'add-organisation.sql');
const findOrganisation = query<{ readonly id: string }, [name: string]>(folder, 'find-organisation.sql');
const addPersonRow = query<
  { readonly id: string },
  [issuer: string, subject: string, email: string | null, name: string | null]
>(folder, 'add-person.sql');
const lockAddress = query<never, [address: string]>(folder, 'lock-address.sql');
const findByAddress = query<
  { readonly id: string; readonly issuer: string; readonly disabledAt: Date | null },
  [address: string]
>(folder, 'find-by-address.sql');
const trustIssuer = query<never, [issuer: string, domain: string]>(folder, 'trust-issuer.sql');
const untrustIssuer = query<{ readonly issuer: string }, [issuer: string, domain: string]>(
  folder,
  'untrust-issuer.sql',
);
const giveRole = query<never, [person: string, role: string, project: string | null]>(
  folder,
  'give-role.sql',
);
const addApiToken = query<
  { readonly id: string; readonly expiresAt: Date },
  [
    person: string,
    name: string,
    hash: Buffer,
    roles: readonly string[],
    days: number,
    lineage: readonly string[],
    until: Date | null,
  ]
>(folder, 'add-api-token.sql');

/** What whoever runs the server does at its command line, before anybody can sign in. */
export interface Operator {
  readonly addOrganisation: (name: string) => Promise<string>;
  /** A person that no identity provider vouches for, with a token that is shown this once. */
  readonly addPerson: (who: NewPerson) => Promise<{ readonly person: string; readonly token: string }>;
  /** Believes an issuer about the addresses of a mail domain: its sign-ins are linked to people who have them. */
  readonly trustIssuer: (trust: Trust) => Promise<void>;
  /** Links no more sign-ins. Those that were linked stay so. */
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

/** Told to whoever typed it. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

const firstTokenDays = 90;

export function operator({
  database,
  secret,
}: {
  readonly database: Database;
  readonly secret: Uint8Array;
}): Operator {
  return {
    addOrganisation: async (name) => {
      const known = await database.asSystem((on) => first(findOrganisation(on, name)));
      if (known !== undefined) throw new OperatorError(`there is an organisation ${name} already`);
      const { id } = await database.asSystem((on) => only(addOrganisationRow(on, name)));
      await database.asOrganisation(id, async (on) => {
        await addOrganisationKey(on, id, secret);
        await recordAct(on, { by: 'operator', act: 'organisation.add', subject: name });
      });
      return id;
    },
    addPerson: async ({ organisation, email, roles }) => {
      const id = await idOf(organisation);
      return await database.asOrganisation(id, (on) => addPerson(on, email, roles));
    },
    trustIssuer: async ({ organisation, issuer, domain }) => {
      await database.asOrganisation(await idOf(organisation), async (on) => {
        await trustIssuer(on, issuer, domain.toLowerCase());
        await recordAct(on, { by: 'operator', act: 'issuer.trust', subject: issuer, detail: { domain } });
      });
    },
    untrustIssuer: async ({ organisation, issuer, domain }) => {
      await database.asOrganisation(await idOf(organisation), async (on) => {
        if ((await first(untrustIssuer(on, issuer, domain.toLowerCase()))) === undefined)
          throw new OperatorError(`${issuer} is not trusted about ${domain}`);
        await recordAct(on, { by: 'operator', act: 'issuer.untrust', subject: issuer, detail: { domain } });
      });
    },
  };

  async function idOf(organisation: string): Promise<string> {
    const found = await database.asSystem((on) => first(findOrganisation(on, organisation)));
    if (found === undefined)
      throw new OperatorError(
        `there is no organisation ${organisation}: permesso serve add-organisation ${organisation}`,
      );
    return found.id;
  }
}

async function addPerson(
  on: Connection,
  email: string,
  roles: readonly Role[],
): Promise<{ readonly person: string; readonly token: string }> {
  const person = await personWith(on, email);
  for (const role of roles) await giveRole(on, person, role, null);
  const token = newToken('api');
  await addApiToken(on, person, 'first token', token.hash, [...roles, 'viewer'], firstTokenDays, [], null);
  await recordAct(on, { by: 'operator', act: 'person.add', subject: person, detail: { email, roles } });
  return { person, token: token.text };
}

/** The one who has this address: made by the operator before, or now. Nobody is made twice. */
async function personWith(on: Connection, email: string): Promise<string> {
  await lockAddress(on, email);
  const same = await first(findByAddress(on, email));
  if (same === undefined) return (await only(addPersonRow(on, 'local', email, email, null))).id;
  if (same.disabledAt !== null)
    throw new OperatorError(
      `${email} is disabled; an admin can enable them again: POST /v1/people/${same.id}/enable`,
    );
  if (same.issuer !== 'local')
    throw new OperatorError(
      `${email} is here already and signs in with ${same.issuer}; they can make a token of their own: POST /v1/tokens`,
    );
  return same.id;
}
