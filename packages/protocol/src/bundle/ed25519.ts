import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** An Ed25519 key in DER is this prefix and 32 bytes. No `Buffer`: the approval card includes this file in web pages. */
const publicPrefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** An Ed25519 key: the 32-byte public key for verification, and the private key. */
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

/** `purpose` precedes the text, so that a signature for one purpose is invalid for another. */
export function signText(text: string, purpose: string, key: KeyObject): string {
  return sign(null, Buffer.from(`${purpose}\n${text}`), key).toString('base64url');
}

/** Undefined for bytes that are not a key. Reading a key costs a third of verifying with it. */
export function readPublicKey(bytes: Uint8Array): KeyObject | undefined {
  if (bytes.length !== 32) return undefined;
  try {
    return createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

export interface GivenSignature {
  readonly signature: string;
  readonly publicKey: Uint8Array | KeyObject;
}

/** False for anything but a valid signature: a malformed key, text or signature is no proof. */
export function isSigned(text: string, purpose: string, by: GivenSignature): boolean {
  const given = partsOf(by);
  if (given === undefined) return false;
  try {
    return verify(null, Buffer.from(`${purpose}\n${text}`), given.key, given.signature);
  } catch {
    return false;
  }
}

/** Verifies on another thread: on a server, verification is half of the work. */
export async function isSignedElsewhere(text: string, purpose: string, by: GivenSignature): Promise<boolean> {
  const given = partsOf(by);
  if (given === undefined) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  verify(null, Buffer.from(`${purpose}\n${text}`), given.key, given.signature, (error, isRight) =>
    resolve(error === null && isRight),
  );
  return await promise;
}

function partsOf(by: GivenSignature): { readonly key: KeyObject; readonly signature: Buffer } | undefined {
  const signature = Buffer.from(by.signature, 'base64url');
  const key = by.publicKey instanceof Uint8Array ? readPublicKey(by.publicKey) : by.publicKey;
  return key === undefined || signature.length !== 64 ? undefined : { key, signature };
}
