import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';

/**
 * What makes an answer the bridge's own: it is signed with a key that lives in the bridge alone, and the key's
 * fingerprint stands where only that process can write, in its own command line. A process that takes over the socket's
 * place in between has neither.
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

/** The command line of the bridge with this key. Short: a process has only the room of the words it was started with. */
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

/** Everything that an answer is about: this request, these very words of it, and how long the form was on the screen. */
export function sealedText({ nonce, request, outcome }: SealedAnswer): string {
  return `permesso-bridge-1\n${nonce}\n${createHash('sha256').update(request).digest('hex')}\n${outcome}`;
}

export interface SealedAnswer {
  readonly nonce: string;
  /** The line that was sent. */
  readonly request: string;
  /** The line's `outcome`, as it was written. */
  readonly outcome: string;
}
