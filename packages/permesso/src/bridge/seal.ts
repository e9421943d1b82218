import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';

/**
 * Proves that an answer comes from the bridge. It is signed with a key held only by the bridge, whose fingerprint is
 * in the one place that only that process can write: its own command line. A process that takes over the socket has
 * neither.
 */
export interface Seal {
  /** DER, base64url. */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
}

export function newSeal(): Seal {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    sign: (text) => sign(undefined, Buffer.from(text), privateKey).toString('base64url'),
  };
}

/**
 * The bridge's command line with this key. Short: a process can only overwrite the space of its original arguments.
 */
export function titleFor(publicKey: string): string {
  return `permesso:${createHash('sha256').update(publicKey).digest('base64url').slice(0, 22)}`;
}

export function isSealed(
  text: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): boolean {
  const key = readPublicKey(publicKey);
  return key !== undefined && verify(undefined, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function readPublicKey(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Everything that an answer is about: this request, its exact text, and how long the form was on the screen. */
export function sealedText({ nonce, request, outcome }: SealedAnswer): string {
  return `permesso-bridge-1\n${nonce}\n${createHash('sha256').update(request).digest('hex')}\n${outcome}`;
}

export interface SealedAnswer {
  readonly nonce: string;
  /** The line that was sent. */
  readonly request: string;
  /** The line's `outcome`, verbatim. */
  readonly outcome: string;
}
