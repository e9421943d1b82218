import { generateKeyPairSync } from 'node:crypto';
import { first, only, queries, type Connection } from '../../database/query.ts';
import { pushKeyPurpose } from '../../secrets/seal-purposes.ts';
import { seal, unseal, type SealKeys } from '../../secrets/seal.ts';

const sql = queries(import.meta.dirname);
const loadPushKey = sql<{ publicKey: string; sealed: Buffer }>('load-push-key.sql');
const addPushKey = sql<never, { publicKey: string; sealed: Buffer }>('add-push-key.sql');

/** P-256 in base64url: an uncompressed point, as browsers accept it, and a scalar. */
export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeyOwner {
  readonly organisation: string;
  readonly secret: SealKeys;
}

/** The organisation's key, created on first use. It never changes: browsers bind their subscriptions to it. */
export async function pushKeyOf(on: Connection, owner: PushKeyOwner): Promise<PushKey> {
  const found = await first(loadPushKey(on));
  if (found === undefined) {
    const { publicKey, privateKey } = newPushKey();
    const sealed = seal(privateKey, pushKeyPurpose(owner.organisation), owner.secret);
    // Another request may have been faster.
    await addPushKey(on, { publicKey, sealed });
  }
  const { publicKey, sealed } = found ?? (await only(loadPushKey(on)));
  return {
    publicKey,
    privateKey: unseal(sealed, pushKeyPurpose(owner.organisation), owner.secret).toString(),
  };
}

function newPushKey(): PushKey {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}
