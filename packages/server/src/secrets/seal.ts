import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealKeys } from '../settings.ts';

export type { SealKeys } from '../settings.ts';

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM: nonce, tag, ciphertext. Bound to `purpose`, so that a sealed value cannot be moved elsewhere. */
export function seal(text: Uint8Array | string, purpose: string, [key]: SealKeys): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The value was changed, or sealed for another purpose or with another key. */
export class UnsealError extends Error {
  constructor(cause: unknown) {
    super('a sealed value cannot be opened with this key', { cause });
    this.name = 'UnsealError';
  }
}

/** Tries each key. Throws `UnsealError` if none opens it. */
export function unseal(sealed: Uint8Array, purpose: string, [key, ...others]: SealKeys): Buffer {
  const [other, ...more] = others;
  if (other === undefined) return open(sealed, purpose, key);
  try {
    return open(sealed, purpose, key);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    return unseal(sealed, purpose, [other, ...more]);
  }
}

function open(sealed: Uint8Array, purpose: string, key: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAAD(
    Buffer.from(purpose),
  );
  try {
    decipher.setAuthTag(tag);
    const body = decipher.update(sealed.subarray(nonceLength + tagLength));
    return Buffer.concat([body, decipher.final()]);
  } catch (error) {
    throw new UnsealError(error);
  }
}
