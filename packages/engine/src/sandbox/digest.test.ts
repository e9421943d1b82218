import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asIs, canonicalJson } from '../call/canonical-json.ts';
import { profileDigest } from './digest.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

const empty: SandboxProfile = { writable: [], readOnly: [], hidden: [], hosts: [], environment: [] };

it('is SHA-256 of the canonical JSON, for texts of every length', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 200 })), (hidden) => {
      const profile = { ...empty, hidden: hidden.toSorted() };
      const expected = createHash('sha256').update(canonicalJson(profile, asIs)).digest('hex');
      expect(profileDigest(profile)).toBe(expected);
      expect(profileDigest({ ...empty, hidden: [...hidden.toReversed(), ...hidden] })).toBe(expected);
    }),
  );
});

it('differs where a profile differs in one place', () => {
  const digests = (['writable', 'readOnly', 'hidden', 'hosts', 'environment'] as const).map((name) =>
    profileDigest({ ...empty, [name]: ['/x'] }),
  );
  expect(new Set([...digests, profileDigest(empty)]).size).toBe(6);
});
