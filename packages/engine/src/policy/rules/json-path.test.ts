import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { valuesAt, type InputPath, type PathStep } from '../../call/input-path.ts';
import { parseJsonPath, printJsonPath } from './json-path.ts';

function read(text: string): InputPath {
  const path = parseJsonPath(text);
  if (!path.ok) throw new Error(path.error.message);
  return path.value;
}

const each: PathStep = { each: true };

describe('reading and printing', () => {
  test.each<[string, InputPath, string]>([
    ['amount', [{ key: 'amount' }], 'amount'],
    ['$.amount', [{ key: 'amount' }], 'amount'],
    ['a.b.c', [{ key: 'a' }, { key: 'b' }, { key: 'c' }], 'a.b.c'],
    ['$.items[0].price', [{ key: 'items' }, { index: 0 }, { key: 'price' }], 'items[0].price'],
    ['to[*].address', [{ key: 'to' }, each, { key: 'address' }], 'to[*].address'],
    ['$[2]', [{ index: 2 }], '[2]'],
    ['[*][10]', [each, { index: 10 }], '[*][10]'],
    ['$', [{ key: '$' }], '$.$'],
    ['$.$.a', [{ key: '$' }, { key: 'a' }], '$.$.a'],
    ['$.$[0]', [{ key: '$' }, { index: 0 }], '$.$[0]'],
    ['$x.y', [{ key: '$x' }, { key: 'y' }], '$x.y'],
    ['__proto__.x', [{ key: '__proto__' }, { key: 'x' }], '__proto__.x'],
    ['a b-c', [{ key: 'a b-c' }], 'a b-c'],
  ])('%s', (text, path, printed) => {
    expect(read(text)).toEqual(path);
    expect(printJsonPath(path)).toBe(printed);
    expect(read(printed)).toEqual(path);
  });

  test.each([
    ['', 0],
    ['a..b', 1],
    ['a.', 1],
    ['.', 0],
    ['a[x]', 1],
    ['$.a[', 3],
    ['a[1', 1],
    ['a]', 1],
    ['a[-1]', 1],
    ['$.', 0],
    ['a[0]b', 4],
  ])('%j is broken at %i', (text, at) => {
    expect(parseJsonPath(text)).toMatchObject({ ok: false, error: { at, fix: expect.stringMatching(/./) } });
  });

  test('what is printed is read back', () => {
    const key = fc.string({
      unit: fc.constantFrom('a', '$', '_', ' ', '0', 'é', '*'),
      minLength: 1,
      maxLength: 3,
    });
    const step: fc.Arbitrary<PathStep> = fc.oneof(
      fc.record({ key }),
      fc.record({ index: fc.nat() }),
      fc.constant(each),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (path) => {
        expect(read(printJsonPath(path))).toEqual(path);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('values at a path', () => {
  const input = {
    amount: 5,
    nested: { list: [{ n: 1 }, { n: 2 }, 'x'], nothing: null },
    matrix: [[1], [2, 3]],
    undefinedToo: undefined,
  };
  test.each<[string, readonly unknown[]]>([
    ['amount', [5]],
    ['missing', []],
    ['amount.x', []],
    ['amount[0]', []],
    ['nested.list[1].n', [2]],
    ['nested.list[*].n', [1, 2]],
    ['nested.list[3]', []],
    ['nested.list[2]', ['x']],
    ['nested.list.n', []],
    ['nested.list.length', []],
    ['nested[0]', []],
    ['nested[*]', []],
    ['nested.nothing', [null]],
    ['nested.nothing.x', []],
    ['matrix[*][*]', [1, 2, 3]],
    ['undefinedToo', [undefined]],
    ['toString', []],
    ['constructor.name', []],
    ['__proto__', []],
  ])('%s', (text, values) => {
    expect(valuesAt(input, read(text))).toEqual(values);
  });

  test('an own __proto__ is a name like any other', () => {
    expect(valuesAt(JSON.parse('{"__proto__":{"x":7}}'), read('__proto__.x'))).toEqual([7]);
  });

  test.each([null, undefined, 5, 'text'])('input %j has no values', (nothing) => {
    expect(valuesAt(nothing, read('a'))).toEqual([]);
  });
});
