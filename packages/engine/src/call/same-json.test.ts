import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { sameJson } from './same-json.ts';

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, '1', false],
  [null, null, true],
  [null, undefined, false],
  [null, {}, false],
  [{}, null, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: undefined }, {}, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [{ length: 0 }, [], false],
  [{ toString: 1 }, {}, false],
  [{}, { toString: 1 }, false],
  [{ constructor: Object }, {}, false],
  [{ a: { b: [{ c: null }] } }, { a: { b: [{ c: null }] } }, true],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  [JSON.parse('{"__proto__":1}'), {}, false],
  [new Date(0), new Date(1), false],
  [new Map([[1, 2]]), new Map([[1, 3]]), false],
  [new Date(0), {}, false],
])('%o and %o: %s', (a, b, same) => {
  expect(sameJson(a, b)).toBe(same);
});

test('two values are the same exactly when their canonical texts are', () => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { entries: entries.map(([key, item]) => [key, sorted(item)]) };
  };
  const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  fc.assert(
    fc.property(json, json, fc.boolean(), (a, b, copy) => {
      const other = copy ? structuredClone(a) : b;
      expect(sameJson(a, other)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(other)));
    }),
    { numRuns: runs(500) },
  );
});
