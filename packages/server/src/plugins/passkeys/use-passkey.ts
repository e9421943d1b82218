import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Database } from '../../database/database.ts';
import { first, queries, type Connection } from '../../database/query.ts';
import { noPasskey, type PasskeyAct, type PasskeyUse, type ShownPasskey } from '../../identity/index.ts';
import type { PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';
import { newChallenge, readClientData, passkeyRefused, sessionOf, takeChallenge } from './challenge.ts';
import { possible, type RelyingParty } from './relying-party.ts';

interface HeldPasskey {
  readonly id: string;
  readonly credential: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

const sql = queries(import.meta.dirname);
const lockPasskey = sql<HeldPasskey, { person: string; credential: Buffer }>('lock-passkey.sql');
const noteUse = sql<never, { id: string; counter: number; isSynced: boolean }>('note-use.sql');
const credentialsOf = sql<{ credential: Buffer; transports: string[] }, { person: string }>(
  'credentials-of.sql',
);

export interface PasskeyPlace {
  readonly database: Database;
  readonly party: RelyingParty | undefined;
}

/** The browser's options, so that one of the person's passkeys signs this act. */
export async function askForPasskey(
  { database, party }: PasskeyPlace,
  caller: PersonCaller,
  act: PasskeyAct,
): Promise<object> {
  const session = sessionOf(caller);
  const { id } = possible(party);
  const { challenge, credentials } = await database.asOrganisation(caller.organisation, async (on) => ({
    credentials: await allowed(on, caller.person),
    challenge: await newChallenge(on, act, session),
  }));
  if (credentials.length === 0) throw noPasskey();
  return await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    allowCredentials: credentials,
    userVerification: 'required',
    timeout: 120_000,
  });
}

export async function allowed(
  on: Connection,
  person: string,
): Promise<{ id: string; transports: string[] }[]> {
  return (await credentialsOf(on, { person })).map(({ credential, transports }) => ({
    id: credential.toString('base64url'),
    transports,
  }));
}

/** Verifies a passkey use for this act. The challenge is consumed even on failure: nothing can be tried twice. */
export async function usePasskey(
  { database, party }: PasskeyPlace,
  caller: PersonCaller,
  { shown, act }: { readonly shown: ShownPasskey; readonly act: PasskeyAct },
): Promise<PasskeyUse> {
  const session = sessionOf(caller);
  const at = possible(party);
  const { person } = caller;
  const passkey = await database.asOrganisation(caller.organisation, async (on) => {
    const client = readClientData(shown.response.clientDataJSON);
    if (client === undefined) return passkeyRefused('it cannot be read');
    const problem = await takeChallenge(on, client.challenge, { act, session });
    if (problem !== undefined) return problem;
    // An embedding page could have tricked the person into the touch.
    if (client.isFramed) return passkeyRefused("it was used on another site's page");
    const held = await first(lockPasskey(on, { person, credential: Buffer.from(shown.id, 'base64url') }));
    if (held === undefined) return passkeyRefused('it is not registered for you');
    return await verifyShown(on, { held, shown, at, challenge: client.challenge });
  });
  if (passkey instanceof Problem) throw passkey;
  return { passkey, person, act: act.act, subject: act.subject };
}

interface Verified {
  readonly held: HeldPasskey;
  readonly shown: ShownPasskey;
  readonly at: RelyingParty;
  readonly challenge: Buffer;
}

async function verifyShown(
  on: Connection,
  { held, shown, at, challenge }: Verified,
): Promise<string | Problem> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: shown.id,
      rawId: shown.id,
      type: 'public-key',
      response: shown.response,
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: at.origin,
    expectedRPID: at.id,
    requireUserVerification: true,
    credential: {
      id: shown.id,
      publicKey: new Uint8Array(held.publicKey),
      counter: held.counter,
    },
  }).catch((error: unknown) => {
    // It throws for everything but a wrong signature: another origin, an unverified user, a counter that went back.
    if (error instanceof Error) return { verified: error.message, authenticationInfo: undefined };
    throw error;
  });
  if (typeof verified === 'string') return passkeyRefused(verified);
  if (!verified || authenticationInfo === undefined) return passkeyRefused('the signature is wrong');
  const { newCounter, credentialBackedUp } = authenticationInfo;
  await noteUse(on, { id: held.id, counter: newCounter, isSynced: credentialBackedUp });
  return held.id;
}
