import { describe, expect, test } from 'vitest';
import { parseWhen, printWhen, type WhenInput } from './parse-when.ts';

describe('conditions as written', () => {
  test.each<[string, WhenInput, WhenInput, readonly object[]]>([
    ['a bare value', { currency: 'EUR' }, { currency: { equals: 'EUR' } }, [{ op: 'equals', value: 'EUR' }]],
    ['null', { a: null }, { a: { equals: null } }, [{ op: 'equals', value: null }]],
    ['a bare list', { a: [1, 2] }, { a: { equals: [1, 2] } }, [{ op: 'equals', value: [1, 2] }]],
    ['equals', { a: { equals: { b: 1 } } }, { a: { equals: { b: 1 } } }, [{ op: 'equals', value: { b: 1 } }]],
    ['in', { a: { in: [1, 'x'] } }, { a: { in: [1, 'x'] } }, [{ op: 'in', values: [1, 'x'] }]],
    ['gt', { a: { gt: 100 } }, { a: { gt: 100 } }, [{ op: 'gt', than: 100 }]],
    ['lt', { a: { lt: -0.5 } }, { a: { lt: -0.5 } }, [{ op: 'lt', than: -0.5 }]],
    [
      'a range',
      { a: { gt: 1, lt: 5 } },
      { a: { gt: 1, lt: 5 } },
      [
        { op: 'gt', than: 1 },
        { op: 'lt', than: 5 },
      ],
    ],
    ['startsWith', { a: { startsWith: 'x' } }, { a: { startsWith: 'x' } }, [{ op: 'startsWith', text: 'x' }]],
    ['under', { a: { under: './src' } }, { a: { under: './src' } }, [{ op: 'under', directory: './src' }]],
    ['matches', { a: { matches: '^x+$' } }, { a: { matches: '^x+$' } }, [{ op: 'matches', source: '^x+$' }]],
    [
      'two arguments',
      { '$.a': 1, 'b[*]': { gt: 0 } },
      { a: { equals: 1 }, 'b[*]': { gt: 0 } },
      [
        { op: 'equals', value: 1 },
        { op: 'gt', than: 0 },
      ],
    ],
  ])('%s', (_name, when, printed, tests) => {
    const found = parseWhen(when);
    if (!found.ok) throw new Error(found.error.message);
    expect(found.value.map(({ test: one }) => one)).toMatchObject(tests);
    expect(printWhen(found.value)).toEqual(printed);
    expect(parseWhen(printWhen(found.value))).toEqual(found);
  });

  test('an argument named __proto__ is a name like any other', () => {
    const found = parseWhen(JSON.parse('{"__proto__":{"gt":1}}') as WhenInput);
    if (!found.ok) throw new Error(found.error.message);
    expect(found.value).toMatchObject([{ path: [{ key: '__proto__' }] }]);
    expect(Object.keys(printWhen(found.value))).toEqual(['__proto__']);
  });
});

describe('conditions that cannot be used', () => {
  test.each<[string, unknown, RegExp, RegExp | undefined]>([
    ['no condition', {}, /^`when` holds no condition$/, /name an argument and a test/],
    ['no test', { a: {} }, /^when a: no test is given$/, /equals, in, gt, lt, startsWith, matches, under/],
    ['an unknown test', { a: { gte: 5 } }, /^when a: there is no test `gte`$/, /use one of equals/],
    ['an inherited name', { a: { toString: 5 } }, /there is no test `toString`/, /use one of/],
    ['gt with a text', { a: { gt: '5' } }, /^when a: `gt` needs a number$/, undefined],
    ['lt with NaN', { a: { lt: Number.NaN } }, /`lt` needs a number/, undefined],
    ['gt with infinity', { a: { gt: -Infinity } }, /`gt` needs a number/, undefined],
    ['in without a list', { a: { in: 'x' } }, /`in` needs a list with at least one value/, undefined],
    ['in with an empty list', { a: { in: [] } }, /`in` needs a list with at least one value/, undefined],
    ['startsWith nothing', { a: { startsWith: '' } }, /`startsWith` needs a text/, undefined],
    ['startsWith a number', { a: { startsWith: 5 } }, /`startsWith` needs a text/, undefined],
    ['under nothing', { a: { under: '' } }, /`under` needs a text/, undefined],
    ['matches nothing', { a: { matches: '' } }, /`matches` needs a text/, undefined],
    ['a broken expression', { a: { matches: '(' } }, /^when a: /, undefined],
    ['an expression that may explode', { a: { matches: String.raw`(a)\1` } }, /^when a: /, undefined],
    ['a broken path', { 'a[': 5 }, /cannot read the path/, /indexes in \[\]/],
    ['an empty path', { '': 5 }, /the path is empty/, /name an argument/],
    ['one argument twice', { a: { gt: 1 }, '$.a': { gt: 2 } }, /`a` is named twice/, /one place/],
    ['a text', 'amount > 5', /`when` is not an object/, /amount/],
    ['nothing', null, /`when` is not an object/, /amount/],
    ['a list', [{ a: 5 }], /`when` is not an object/, /amount/],
  ])('%s', (_name, when, message, fix) => {
    const found = parseWhen(when as WhenInput);
    expect(found.ok).toBe(false);
    if (found.ok) return;
    expect(found.error.message).toMatch(message);
    expect(found.error.fix ?? '').toMatch(fix ?? /^$/);
  });
});
