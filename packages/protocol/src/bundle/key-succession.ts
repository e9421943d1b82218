import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from './ed25519.ts';

/** An organisation's new signing key, vouched for by the previous one. */
export interface KeySuccession {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** By the previous key. */
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
 * The current key for a client that pinned an earlier one: follows each key to the next that it vouches for. Unrelated links
 * are skipped.
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
