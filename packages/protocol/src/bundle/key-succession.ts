import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from './ed25519.ts';

/** A signing key of an organisation that follows another one: the one before it says so. */
export interface KeySuccession {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** By the key before it. */
  readonly signature: string;
}

const purpose = 'permesso-key-v1';
const mostKeys = 1000;

export interface NextKey {
  readonly organisation: string;
  readonly publicKey: Uint8Array;
}

export function signSuccession(next: NextKey, before: KeyObject): KeySuccession {
  const publicKey = Buffer.from(next.publicKey).toString('base64url');
  return { publicKey, signature: signText(textOf(next.organisation, publicKey), purpose, before) };
}

/**
 * The key that counts now for one who pinned an earlier one: from each key to the next that it vouches for. Links that lead
 * from elsewhere are passed over.
 */
export function followKeys(successions: unknown, { organisation, publicKey }: NextKey): Uint8Array {
  let key = publicKey;
  if (!Array.isArray(successions) || successions.length > mostKeys) return key;
  for (const each of successions as readonly unknown[]) {
    const { publicKey: next, signature } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof next !== 'string' || typeof signature !== 'string') return key;
    const bytes = Buffer.from(next, 'base64url');
    if (bytes.length === 32 && isSigned(textOf(organisation, next), purpose, { signature, publicKey: key }))
      key = bytes;
  }
  return key;
}

function textOf(organisation: string, publicKey: string): string {
  return [organisation, publicKey].join('\n');
}
