import { asIs, canonicalJson } from '../call/canonical-json.ts';
import { sha256Bytes } from '../call/sha256.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

/**
 * Identifies a profile by its content: SHA-256 of its canonical JSON, in hexadecimal. Equal sets have equal digests.
 *
 * @example
 * ```ts
 * import { profileDigest, type SandboxProfile } from '@permesso/gate/sandbox';
 * const none: SandboxProfile = { writable: [], readOnly: [], hidden: [], hosts: [], environment: [] };
 * console.log(profileDigest(none));
 * ```
 */
export function profileDigest(profile: SandboxProfile): string {
  const set = (list: readonly string[]): readonly string[] => [...new Set(list)].toSorted();
  const sets: SandboxProfile = {
    writable: set(profile.writable),
    readOnly: set(profile.readOnly),
    hidden: set(profile.hidden),
    hosts: set(profile.hosts),
    environment: set(profile.environment),
  };
  const digest = sha256Bytes(new TextEncoder().encode(canonicalJson(sets, asIs)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
