import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** Ed25519 in DER is this prefix and 32 bytes. */
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 key: the 32 bytes that others check with, and what signs. */
export interface SigningKey {
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return { publicKey: der.subarray(publicPrefix.length), privateKey };
}

export function exportPrivateKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'pkcs8' });
}

export function importPrivateKey(der: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
}

/** `purpose` stands before the text, so that a signature made for one thing is worth nothing for another. */
export function signText(text: string, purpose: string, key: KeyObject): string {
  return sign(null, Buffer.from(`${purpose}\n${text}`), key).toString('base64url');
}

/** False for whatever is not exactly such a signature: a key, a text or a signature that makes no sense is no proof. */
export function isSigned(
  text: string,
  purpose: string,
  by: { readonly signature: string; readonly publicKey: Uint8Array },
): boolean {
  const signature = Buffer.from(by.signature, 'base64url');
  if (by.publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    const key = createPublicKey({
      key: Buffer.concat([publicPrefix, by.publicKey]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Buffer.from(`${purpose}\n${text}`), key, signature);
  } catch {
    return false;
  }
}
