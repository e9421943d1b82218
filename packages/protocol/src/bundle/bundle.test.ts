import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../entry/chain.ts';
import { freezeFor, policyFor, readManifest, readPolicyText, signManifest, type Manifest } from './bundle.ts';
import { newSigningKey, signText } from './ed25519.ts';

const key = newSigningKey();
const expected = { publicKey: key.publicKey, organisation: 'o', project: 'p', serial: 7, baseline: 0 };
const policy = { version: 3, digest: sha256('deny: [Bash]') };

function manifest(change: Partial<Manifest> = {}): Manifest {
  return {
    v: 1,
    organisation: 'o',
    project: 'p',
    serial: 8,
    issuedAt: '2026-11-15T00:00:00Z',
    policy,
    frozenAgents: [],
    pollSeconds: 60,
    ...change,
  };
}

function why(text: string): string | undefined {
  const read = readManifest(text, expected);
  return read.ok ? undefined : read.why;
}

describe('a manifest', () => {
  test('comes back as it was signed', () => {
    expect(readManifest(signManifest(manifest(), key.privateKey), expected)).toEqual({
      ok: true,
      value: manifest(),
    });
    expect(why(signManifest(manifest({ serial: 7 }), key.privateKey))).toBeUndefined();
  });

  test.each([
    ['nothing', '', 'it is not signed'],
    ['an error page', '<html>', 'it is not signed'],
    ['without a signature', JSON.stringify({ manifest: JSON.stringify(manifest()) }), 'it is not signed'],
    ['a list', '[]', 'it is not signed'],
    [
      'signed by somebody else',
      signManifest(manifest(), newSigningKey().privateKey),
      "its signature is not the organisation's",
    ],
    [
      'changed afterwards',
      signManifest(manifest(), key.privateKey).replace(policy.digest, sha256('')),
      "its signature is not the organisation's",
    ],
    [
      'a signature made for something else',
      JSON.stringify({
        manifest: JSON.stringify(manifest()),
        signature: signText(JSON.stringify(manifest()), 'permesso-request-v1', key.privateKey),
      }),
      "its signature is not the organisation's",
    ],
    [
      'older',
      signManifest(manifest({ serial: 6 }), key.privateKey),
      'it is older than the last one: 6 after 7',
    ],
    [
      'of another project',
      signManifest(manifest({ project: 'q' }), key.privateKey),
      'it is for another project',
    ],
    [
      'of a later version',
      signManifest({ ...manifest(), v: 2 } as unknown as Manifest, key.privateKey),
      'not a manifest of this version',
    ],
    [
      'with a digest that is none',
      signManifest(manifest({ policy: { version: 1, digest: '../../etc/passwd' } }), key.privateKey),
      'not a manifest of this version',
    ],
  ])('%s is refused', (_what, text, reason) => {
    expect(why(text)).toBe(reason);
  });
});

test('a policy is its hash, and never empty', () => {
  expect(readPolicyText('deny: [Bash]', policy)).toEqual({ ok: true, value: 'deny: [Bash]' });
  expect(readPolicyText('allow: [Bash]', policy)).toMatchObject({ ok: false });
  expect(readPolicyText(' \n', { version: 1, digest: sha256(' \n') })).toEqual({
    ok: false,
    why: 'it is empty',
  });
});

describe('a candidate', () => {
  const candidate = { version: 4, digest: sha256('deny: [Write]') };
  const agents = Array.from({ length: 2000 }, () => randomUUID());
  const under = (share: number, stage: 'report' | 'share' = 'share'): number =>
    agents.filter(
      (agent) => policyFor(manifest({ candidate: { ...candidate, stage, share } }), agent)?.version === 4,
    ).length;

  test('is obeyed by about the share, by all at 100, by nobody at 0 or while it only reports', () => {
    expect(under(25)).toBeGreaterThan(400);
    expect(under(25)).toBeLessThan(600);
    expect([under(0), under(100), under(100, 'report')]).toEqual([0, 2000, 0]);
  });

  test('an agent that obeys it at a small share does at a larger one', () => {
    const at = (share: number): readonly boolean[] =>
      agents.map(
        (agent) =>
          policyFor(manifest({ candidate: { ...candidate, stage: 'share', share } }), agent)?.version === 4,
      );
    const [few, many] = [at(10), at(60)];
    expect(few.every((is, index) => !is || many[index] === true)).toBe(true);
  });
});

test('a freeze is for all, or for one', () => {
  expect(freezeFor(manifest(), 'a')).toBeUndefined();
  expect(freezeFor(manifest({ frozen: 'incident' }), 'a')).toBe('incident');
  const one = manifest({ frozenAgents: [{ agent: 'a', reason: 'stolen' }] });
  expect([freezeFor(one, 'a'), freezeFor(one, 'b')]).toEqual(['stolen', undefined]);
});
