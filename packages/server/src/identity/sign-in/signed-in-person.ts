import { first, only, queries, type Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import { personActs, recordAdminAction } from '../admin-audit.ts';
import { lockAddress } from '../lock-address.ts';
import type { ProviderIdentity } from './open-id.ts';

interface Known {
  readonly id: string;
  readonly disabledAt: Date | null;
}

interface KnownByAddress extends Known {
  readonly issuer: string;
  /** Whether they count as an independent person: see `second-person/another-person.ts`. */
  readonly counts: boolean;
}

const sql = queries(import.meta.dirname);
const findBySubject = sql<Known, { issuer: string; subject: string }>('find-by-subject.sql');
const findByAddress = sql<KnownByAddress, { address: string }>('../find-by-address.sql');
const refreshPerson = sql<never, { person: string; name: string | null; email: string | null }>(
  'refresh-person.sql',
);
const linkPerson = sql<
  { id: string },
  { person: string; issuer: string; subject: string; name: string | null; email: string }
>('link-person.sql');
const addPerson = sql<
  { id: string },
  { issuer: string; subject: string; email: string | null; name: string | null }
>('../add-person.sql');
const isTrustedIssuer = sql<{ domain: string }, { issuer: string; domain: string }>('is-trusted-issuer.sql');

export interface SigningIn {
  readonly issuer: string;
  readonly who: ProviderIdentity;
}

/**
 * The person who signs in. Identified by issuer and subject, never by an address, with one exception per provider: a
 * person who already counts is linked to the first sign-in with their address, if the operator trusts the issuer for
 * its domain. One human with two accounts could answer for their own agents and meet a quorum alone.
 */
export async function signedInPerson(on: Connection, signingIn: SigningIn): Promise<string> {
  const { issuer, who } = signingIn;
  if (who.claimed !== null) await lockAddress(on, { address: who.claimed });
  const known = await first(findBySubject(on, { issuer, subject: who.subject }));
  if (known !== undefined) {
    if (known.disabledAt !== null) throw disabled();
    await refreshPerson(on, { person: known.id, name: who.name, email: who.email });
    return known.id;
  }
  const same = who.claimed === null ? undefined : await first(findByAddress(on, { address: who.claimed }));
  if (same !== undefined) return await link(on, same, signingIn);
  const { id } = await only(
    addPerson(on, { issuer, subject: who.subject, email: who.email, name: who.name }),
  );
  const detail = { issuer, email: who.email };
  await recordAdminAction(on, { by: 'server', act: 'person.add', subject: id, detail });
  return id;
}

async function link(on: Connection, person: KnownByAddress, { issuer, who }: SigningIn): Promise<string> {
  const address = who.claimed ?? '';
  const cannot = (fix: string): Problem =>
    new Problem(403, `the address ${address} is already in use here. Fix: ${fix}`);
  if (person.disabledAt !== null) throw disabled();
  // People vouched for by a previous issuer keep their account; an account from an unknown issuer belongs to the person who
  // made it.
  const isFromBefore = person.issuer !== 'local' && person.issuer !== issuer && person.counts;
  if (person.issuer !== 'local' && !isFromBefore)
    throw cannot(
      `sign in with the account that is linked to it, at ${person.issuer}; a second account cannot be linked`,
    );
  if (who.email === null)
    throw cannot('have the identity provider check the address (it must send email_verified: true)');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if ((await first(isTrustedIssuer(on, { issuer, domain }))) === undefined)
    throw cannot(
      `the operator of the server says that this identity provider is right about ${domain}: ` +
        `permesso serve trust-issuer ORGANISATION ${issuer} ${domain}`,
    );
  const { id } = await only(
    linkPerson(on, { person: person.id, issuer, subject: who.subject, name: who.name, email: who.email }),
  );
  const detail = { issuer, subject: who.subject, email: address };
  await recordAdminAction(on, { by: personActs(id), act: 'person.link', subject: id, detail });
  return id;
}

function disabled(): Problem {
  return new Problem(403, 'you are disabled in this organisation. Fix: an admin can enable you again');
}
