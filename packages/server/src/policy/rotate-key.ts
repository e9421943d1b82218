import { signSuccession } from '@permesso/protocol/bundle';
import { query } from '../database/query.ts';
import { recordAdminAction, followKey } from '../identity/index.ts';
import { reissue } from './policy-channel.ts';
import type { ServerContext } from '../module.ts';

const lockChannels = query<{ readonly project: string }>(import.meta.dirname, 'lock-channels.sql');

export interface RotateKeyOptions extends Pick<ServerContext, 'database' | 'secret'> {
  readonly organisation: string;
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
