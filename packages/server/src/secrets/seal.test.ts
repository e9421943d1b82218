import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal, UnsealError } from './seal.ts';

const key = [randomBytes(32)] as const;

test('what was sealed comes back, each time in other bytes', () => {
  const sealed = seal('a secret', 'here', key);
  expect(unseal(sealed, 'here', key).toString()).toBe('a secret');
  expect(seal('a secret', 'here', key)).not.toEqual(sealed);
  expect(sealed.includes('secret')).toBe(false);
});

test.each([
  ['another purpose', () => unseal(seal('x', 'here', key), 'there', key)],
  ['another key', () => unseal(seal('x', 'here', key), 'here', [randomBytes(32), randomBytes(32)])],
  [
    'a changed byte',
    () => {
      const sealed = seal('x', 'here', key);
      sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
      return unseal(sealed, 'here', key);
    },
  ],
  ['a short tag', () => unseal(seal('', 'here', key).subarray(0, 20), 'here', key)],
])('%s opens nothing', (_what, open) => {
  expect(open).toThrow(UnsealError);
});
