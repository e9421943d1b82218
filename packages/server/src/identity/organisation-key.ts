import type { KeyObject } from 'node:crypto';
import {
  exportPrivateKey,
  importPrivateKey,
  type KeySuccession,
  newSigningKey,
  type SigningKey,
} from '@permesso/protocol/bundle';
import { only, queries, type Connection } from '../database/query.ts';
import { seal, unseal, type SealKeys } from '../secrets/seal.ts';

const sql = queries(import.meta.dirname);
const addKey = sql<never, { publicKey: Buffer; sealed: Buffer }>('add-signing-key.sql');
export const signingKey = sql<{ number: number; publicKey: Buffer; sealed: Buffer }>('signing-key.sql');
const retireKey = sql<{ number: number }>('retire-signing-key.sql');
const addNextKey = sql<never, { number: number; publicKey: Buffer; sealed: Buffer; signature: string }>(
  'add-next-key.sql',
);
const loadSuccessions = sql<{ publicKey: Buffer; signature: string }>('key-successions.sql');
const loadRetired = sql<{ publicKey: Buffer }>('retired-keys.sql');

/** The key that signs an organisation's bundles and checkpoints. Agents pin it when they enrol. */
export async function addOrganisationKey(
  on: Connection,
  organisation: string,
  secret: SealKeys,
): Promise<void> {
  const { publicKey, privateKey } = newSigningKey();
  await addKey(on, {
    publicKey,
    sealed: seal(exportPrivateKey(privateKey), keyPurpose(organisation), secret),
  });
}

export async function organisationKey(
  on: Connection,
  organisation: string,
  secret: SealKeys,
): Promise<SigningKey> {
  const { publicKey, sealed } = await only(signingKey(on));
  return { publicKey, privateKey: importPrivateKey(unseal(sealed, keyPurpose(organisation), secret)) };
}

export interface FollowKey {
  readonly organisation: string;
  readonly secret: SealKeys;
  /** The previous key's signature over the new one. */
  readonly vouch: (publicKey: Buffer, before: KeyObject) => string;
}

/** Replaces the current key, whose private half is deleted. */
export async function followKey(
  on: Connection,
  { organisation, secret, vouch }: FollowKey,
): Promise<{ readonly number: number; readonly publicKey: Buffer }> {
  const before = await organisationKey(on, organisation, secret);
  const { number } = await only(retireKey(on));
  const { publicKey, privateKey } = newSigningKey();
  const sealed = seal(exportPrivateKey(privateKey), keyPurpose(organisation), secret);
  const signature = vouch(publicKey, before.privateKey);
  await addNextKey(on, { number: number + 1, publicKey, sealed, signature });
  return { number: number + 1, publicKey };
}

/** From the first key to the current one, for agents that pinned an earlier one. */
export async function keySuccessions(on: Connection): Promise<readonly KeySuccession[]> {
  const rows = await loadSuccessions(on);
  return rows.map(({ publicKey, signature }) => ({ publicKey: publicKey.toString('base64url'), signature }));
}

/** Keys that no longer sign: their earlier signatures remain proof. */
export async function retiredKeys(on: Connection): Promise<readonly string[]> {
  return (await loadRetired(on)).map(({ publicKey }) => publicKey.toString('base64url'));
}

/** The current key, followed by its predecessors. */
export async function publicKeys(on: Connection): Promise<readonly string[]> {
  const { publicKey } = await only(signingKey(on));
  return [publicKey.toString('base64url'), ...(await retiredKeys(on))];
}

export function keyPurpose(organisation: string): string {
  return `signing key of ${organisation}`;
}
