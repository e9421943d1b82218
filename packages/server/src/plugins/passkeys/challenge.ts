import { hash, randomBytes } from 'node:crypto';
import { parseJson } from '@permesso/engine/call';
import { canonical } from '@permesso/protocol/approval';
import { first, queries, type Connection } from '../../database/query.ts';
import type { PasskeyAct } from '../../identity/index.ts';
import type { PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';

const sql = queries(import.meta.dirname);
const addChallenge = sql<never, { challenge: Buffer; session: string }>('add-challenge.sql');
const takeChallengeRow = sql<{ challenge: Buffer }, { challenge: Buffer; session: string }>(
  'take-challenge.sql',
);

/** Defaults for fields that a request may omit. */
const usual: Readonly<Partial<Record<PasskeyAct['act'], Readonly<Record<string, unknown>>>>> = {
  answer: { scope: 'once' },
  propose: { reach: 'project' },
};

function actDigest({ act, subject, said }: PasskeyAct): Buffer {
  return hash('sha256', canonical([act, subject, { ...usual[act], ...said }]), 'buffer');
}

const randomLength = 32;

/** A fresh challenge. It contains the digest of the act itself, so the signature covers that act and nothing else. */
export async function newChallenge(on: Connection, act: PasskeyAct, session: string): Promise<Buffer> {
  const challenge = Buffer.concat([randomBytes(randomLength), actDigest(act)]);
  await addChallenge(on, { challenge, session });
  return challenge;
}

/** Whether this session requested it for exactly this act, and nobody has used it before. Consumes it in any case. */
export async function takeChallenge(
  on: Connection,
  challenge: Buffer,
  { act, session }: { readonly act: PasskeyAct; readonly session: string },
): Promise<Problem | undefined> {
  if ((await first(takeChallengeRow(on, { challenge, session }))) === undefined)
    return passkeyRefused(
      'it was already used, used in another session, or more than three minutes late; try again',
    );
  return challenge.subarray(randomLength).equals(actDigest(act))
    ? undefined
    : passkeyRefused('it was used for a different action');
}

export function passkeyRefused(why: string): Problem {
  return new Problem(403, `the passkey was rejected: ${why}`);
}

/** Only a page can use a passkey: an API token cannot. */
export function sessionOf({ session }: PersonCaller): string {
  if (session !== null) return session;
  throw new Problem(403, 'a passkey is shown in the console, signed in; an API token cannot show one');
}

/** The browser's account of what was signed; the signature over it is verified elsewhere. */
export interface ClientData {
  readonly challenge: Buffer;
  readonly isFramed: boolean;
}

export function readClientData(text: string): ClientData | undefined {
  const read = parseJson(Buffer.from(text, 'base64url').toString());
  const { challenge, crossOrigin } = (read ?? {}) as {
    readonly challenge?: unknown;
    readonly crossOrigin?: unknown;
  };
  if (typeof challenge !== 'string') return undefined;
  return { challenge: Buffer.from(challenge, 'base64url'), isFramed: crossOrigin === true };
}
