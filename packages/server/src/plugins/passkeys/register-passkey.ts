import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { Type, type Static } from 'typebox';
import { first, queries, type Connection } from '../../database/query.ts';
import type { PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';
import {
  CredentialId,
  type PasskeyAct,
  type ShownPasskey,
  recordAdminAction,
  personNamed,
} from '../../identity/index.ts';
import { newChallenge, readClientData, passkeyRefused, sessionOf, takeChallenge } from './challenge.ts';
import { possible, type RelyingParty } from './relying-party.ts';
import { allowed, usePasskey, type PasskeyPlace } from './use-passkey.ts';

const sql = queries(import.meta.dirname);
const signInOf = sql<
  { isFresh: boolean; isByTokenAlone: boolean; isByLesserToken: boolean },
  { session: string }
>('sign-in-of.sql');
const addPasskey = sql<
  { id: string },
  {
    person: string;
    name: string;
    credential: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    isSynced: boolean;
  }
>('add-passkey.sql');

/** EdDSA, ES256 and RS256: the algorithms of authenticators. */
const algorithms = [-8, -7, -257];
const most = 20;

/** The browser's result for a new passkey (`PublicKeyCredential.toJSON()`). */
export const Made = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Type.String({ pattern: '^[\\w-]*$', maxLength: 8192 }),
    attestationObject: Type.String({ pattern: '^[\\w-]*$', maxLength: 32_768 }),
    transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,30}$' }), { maxItems: 10 })),
  }),
});

export type MadePasskey = Static<typeof Made>;

/**
 * The browser's options for creating a passkey. A stolen session must not get one: the sign-in must be recent, and a
 * person who has a passkey must use it.
 */
export async function beginRegistration(
  place: PasskeyPlace,
  caller: PersonCaller,
  shown: ShownPasskey | undefined,
): Promise<object> {
  const session = sessionOf(caller);
  const { id } = possible(place.party);
  const { organisation, person, email } = caller;
  const known = await place.database.asOrganisation(organisation, async (on) => {
    await requireSignIn(on, session);
    return await allowed(on, person);
  });
  if (known.length > 0) {
    if (shown === undefined)
      throw new Problem(403, 'show one of your passkeys to register another', { code: 'passkey' });
    await usePasskey(place, caller, { shown, act: { act: 'add', subject: person, said: {} } });
  }
  if (known.length >= most) throw new Problem(409, `you have reached the limit of ${most} passkeys`);
  const challenge = await place.database.asOrganisation(organisation, (on) =>
    newChallenge(on, registering(person, known.length), session),
  );
  return await generateRegistrationOptions({
    rpName: 'Permesso',
    rpID: id,
    userName: email ?? person,
    userID: new Uint8Array(Buffer.from(person.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    timeout: 120_000,
  });
}

/** A request made before the first passkey existed cannot be completed without one afterwards. */
function registering(person: string, known: number): PasskeyAct {
  return { act: 'register', subject: person, said: { isFirst: known === 0 } };
}

async function requireSignIn(on: Connection, session: string): Promise<void> {
  const found = await first(signInOf(on, { session }));
  if (found?.isByTokenAlone === true)
    throw new Problem(403, 'sign in with your identity provider to register a passkey, not with a token', {
      code: 'sign-in-again',
    });
  if (found?.isByLesserToken === true)
    throw new Problem(403, 'sign in with a token that has all of your roles to register a passkey', {
      code: 'sign-in-again',
    });
  if (found?.isFresh !== true)
    throw new Problem(403, 'sign in again to register a passkey: that was more than 10 minutes ago', {
      code: 'sign-in-again',
    });
}

export interface NewPasskey {
  readonly name: string;
  readonly made: MadePasskey;
}

export async function finishRegistration(
  { database, party }: PasskeyPlace,
  caller: PersonCaller,
  { name, made }: NewPasskey,
): Promise<string> {
  const session = sessionOf(caller);
  const at = possible(party);
  const { person } = caller;
  const id = await database.asOrganisation(caller.organisation, async (on) => {
    const client = readClientData(made.response.clientDataJSON);
    if (client === undefined) return passkeyRefused('it cannot be read');
    // Of two concurrent requests the second finds the first one's passkey.
    await personNamed(on, person);
    const known = await allowed(on, person);
    const act = registering(person, known.length);
    const problem = await takeChallenge(on, client.challenge, { act, session });
    if (problem !== undefined) return problem;
    if (client.isFramed) return passkeyRefused("it was created on another site's page");
    const checked = await verifyMade(made, client.challenge, at);
    if (checked instanceof Problem) return checked;
    const transports = made.response.transports ?? [];
    const added = await first(addPasskey(on, { person, name, transports, ...checked }));
    if (added === undefined) return new Problem(409, 'this passkey is registered already');
    const detail = { isSynced: checked.isSynced, isFirst: known.length === 0 };
    await recordAdminAction(on, { by: caller, act: 'passkey.add', subject: added.id, detail });
    return added.id;
  });
  if (id instanceof Problem) throw id;
  return id;
}

interface Checked {
  readonly credential: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isSynced: boolean;
}

async function verifyMade(
  made: MadePasskey,
  challenge: Buffer,
  at: RelyingParty,
): Promise<Checked | Problem> {
  try {
    if (isAttested(made)) return passkeyRefused('it contains a certificate that was not requested');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        response: {
          clientDataJSON: made.response.clientDataJSON,
          attestationObject: made.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: at.origin,
      expectedRPID: at.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return passkeyRefused('the signature is wrong');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      isSynced: credentialBackedUp,
    };
  } catch (error) {
    if (error instanceof Error) return passkeyRefused(error.message);
    throw error;
  }
}

/** The library would fetch the revocation list from the URL in the certificate, which the sender controls. */
function isAttested({ response }: MadePasskey): boolean {
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
