import { signSuccession } from '@permesso/protocol/bundle';
import type { Database } from '../database/database.ts';
import { query } from '../database/query.ts';
import { recordAdminAction } from '../identity/admin-audit.ts';
import { followKey } from '../identity/organisation-key.ts';
import type { SealKeys } from '../secrets/seal.ts';
import { reissue } from './policy-channel.ts';

const lockChannels = query<{ readonly project: string }>(import.meta.dirname, 'lock-channels.sql');

export interface RotateKeyOptions {
  readonly database: Database;
  readonly organisation: string;
  readonly secret: SealKeys;
}

/**
 * Signs with a new key from now on, which the old one vouches for: agents that pinned the old one follow it by themselves.
 * Under the locks of all channels, so that nobody signs with the old one afterwards.
 */
export async function rotateSigningKey({
  database,
  organisation,
  secret,
}: RotateKeyOptions): Promise<{ readonly number: number; readonly publicKey: string }> {
  return await database.asOrganisation(organisation, async (on) => {
    await lockChannels(on);
    const made = await followKey(on, {
      organisation,
      secret,
      vouch: (publicKey, before) => signSuccession({ organisation, publicKey }, before).signature,
    });
    const publicKey = made.publicKey.toString('base64url');
    const detail = { number: made.number, publicKey };
    await recordAdminAction(on, { by: 'operator', act: 'key.rotate', subject: organisation, detail });
    await reissue(on, null, { organisation, secret });
    return { number: made.number, publicKey };
  });
}
