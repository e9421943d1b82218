import { createHash as nodeHash, randomBytes as nodeBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHash, hash, randomBytes, randomUUID } from './hook-crypto.ts';
import { sha256Bytes } from '@permesso/engine/call';

const expected = (data: Uint8Array | string): string => nodeHash('sha256').update(data).digest('hex');

describe("SHA-256 beside Node's own", () => {
  test('every length around the borders of a block', () => {
    for (let length = 0; length <= 260; length++) {
      const data = nodeBytes(length);
      expect(Buffer.from(sha256Bytes(data)).toString('hex'), `${length} bytes`).toBe(expected(data));
    }
  });

  test('long data, also where the shared buffer does not begin with it', () => {
    for (const length of [1000, 4095, 65_536, 70_000, 1_000_000]) {
      const data = nodeBytes(length + 3).subarray(3);
      expect(Buffer.from(sha256Bytes(data)).toString('hex')).toBe(expected(data));
      expect(hash('sha256', data)).toBe(expected(data));
    }
  });

  test('texts, in pieces and at once, in every encoding that is used', () => {
    const text = 'x\u{1F600}é'.repeat(40);
    expect(hash('sha256', text, 'hex')).toBe(expected(text));
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(createHash('sha256').update('a').update(text).digest(encoding)).toBe(
        nodeHash('sha256').update('a').update(text).digest(encoding),
      );
    expect(createHash('sha256').update(text).digest()).toEqual(nodeHash('sha256').update(text).digest());
  });

  test("any other algorithm is Node's", () => {
    expect(createHash('sha1').update('a').digest('hex')).toBe(nodeHash('sha1').update('a').digest('hex'));
  });
});

test('random names have the form of version 4 and never repeat', () => {
  const names = Array.from({ length: 1000 }, randomUUID);
  expect(new Set(names).size).toBe(1000);
  for (const name of names)
    expect(name).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(randomBytes(32)).toHaveLength(32);
  expect(randomBytes(32)).not.toEqual(randomBytes(32));
});
