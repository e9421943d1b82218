import fc from 'fast-check';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { normalisePath } from './normalise.ts';

it('agrees with Node on absolute paths', () => {
  const part = fc.constantFrom('', '.', '..', 'a', 'b', '...', 'c d', '.e');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(normalisePath(`/${parts.join('/')}`)).toBe(posix.resolve(`/${parts.join('/')}`));
    }),
  );
});
