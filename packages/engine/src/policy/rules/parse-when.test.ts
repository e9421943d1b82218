import { describe, expect, test } from 'vitest';
import { parseWhen, printWhen, whenText, type WhenInput } from './parse-when.ts';

function deep(levels: number): WhenInput {
  return levels === 0 ? { a: 1 } : { $not: deep(levels - 1) };
}

function deepTests(levels: number): unknown {
  return levels === 0 ? 1 : { not: deepTests(levels - 1) };
}

describe('conditions as written', () => {
  test.each<[string, WhenInput, WhenInput, readonly object[]]>([
    ['a bare value', { currency: 'EUR' }, { currency: { equals: 'EUR' } }, [{ op: 'equals', value: 'EUR' }]],
    ['null', { a: null }, { a: { equals: null } }, [{ op: 'equals', value: null }]],
    ['a bare list', { a: [1, 2] }, { a: { equals: [1, 2] } }, [{ op: 'equals', value: [1, 2] }]],
    ['equals', { a: { equals: { b: 1 } } }, { a: { equals: { b: 1 } } }, [{ op: 'equals', value: { b: 1 } }]],
    ['in', { a: { in: [1, 'x'] } }, { a: { in: [1, 'x'] } }, [{ op: 'in', value: [1, 'x'] }]],
    ['gt', { a: { gt: 100 } }, { a: { gt: 100 } }, [{ op: 'gt', value: 100 }]],
    ['lt', { a: { lt: -0.5 } }, { a: { lt: -0.5 } }, [{ op: 'lt', value: -0.5 }]],
    [
      'a range',
      { a: { gt: 1, lt: 5 } },
      { a: { gt: 1, lt: 5 } },
      [
        { op: 'gt', value: 1 },
        { op: 'lt', value: 5 },
      ],
    ],
    [
      'startsWith',
      { a: { startsWith: 'x' } },
      { a: { startsWith: 'x' } },
      [{ op: 'startsWith', value: 'x' }],
    ],
    ['under', { a: { under: './src' } }, { a: { under: './src' } }, [{ op: 'under', value: './src' }]],
    ['matches', { a: { matches: '^x+$' } }, { a: { matches: '^x+$' } }, [{ op: 'matches', value: '^x+$' }]],
    ['gte', { a: { gte: 100 } }, { a: { gte: 100 } }, [{ op: 'gte', value: 100 }]],
    ['lte', { a: { lte: 100 } }, { a: { lte: 100 } }, [{ op: 'lte', value: 100 }]],
    ['contains', { a: { contains: 'x' } }, { a: { contains: 'x' } }, [{ op: 'contains', value: 'x' }]],
    ['endsWith', { a: { endsWith: 'x' } }, { a: { endsWith: 'x' } }, [{ op: 'endsWith', value: 'x' }]],
    ['exists', { a: { exists: false } }, { a: { exists: false } }, [{ op: 'exists', value: false }]],
    [
      'not with a bare value',
      { a: { not: 'x' } },
      { a: { not: { equals: 'x' } } },
      [{ op: 'not', tests: [{ op: 'equals', value: 'x' }] }],
    ],
    [
      'any with tests',
      { a: { any: { gt: 1, lt: 5 } } },
      { a: { any: { gt: 1, lt: 5 } } },
      [
        {
          op: 'any',
          tests: [
            { op: 'gt', value: 1 },
            { op: 'lt', value: 5 },
          ],
        },
      ],
    ],
    [
      'all with a nested not',
      { a: { all: { not: { in: [1] } } } },
      { a: { all: { not: { in: [1] } } } },
      [{ op: 'all', tests: [{ op: 'not', tests: [{ op: 'in', value: [1] }] }] }],
    ],
    [
      'a reference to the principal',
      { owner: { $ref: 'principal.user' } },
      { owner: { equals: { $ref: 'principal.user' } } },
      [{ op: 'equals', ref: { principal: true, path: [{ key: 'user' }] } }],
    ],
    [
      'a reference to another argument',
      { to: { in: { $ref: '$.principal.friends' } } },
      { to: { in: { $ref: '$.principal.friends' } } },
      [{ op: 'in', ref: { path: [{ key: 'principal' }, { key: 'friends' }] } }],
    ],
    [
      'the principal, and an argument of that name',
      { 'principal.user': 'ann', '$.principal.user': 'bob', principal: 5 },
      {
        'principal.user': { equals: 'ann' },
        '$.principal.user': { equals: 'bob' },
        principal: { equals: 5 },
      },
      [
        { op: 'equals', value: 'ann' },
        { op: 'equals', value: 'bob' },
        { op: 'equals', value: 5 },
      ],
    ],
    [
      'or, and, not',
      { $or: [{ a: 1 }, { $and: [{ b: 2 }, { $not: { c: 3 } }] }] },
      { $or: [{ a: { equals: 1 } }, { $and: [{ b: { equals: 2 } }, { $not: { c: { equals: 3 } } }] }] },
      [{ combine: 'or' }],
    ],
    [
      'two arguments',
      { '$.a': 1, 'b[*]': { gt: 0 } },
      { a: { equals: 1 }, 'b[*]': { gt: 0 } },
      [
        { op: 'equals', value: 1 },
        { op: 'gt', value: 0 },
      ],
    ],
  ])('%s', (_name, when, printed, tests) => {
    const found = parseWhen(when);
    if (!found.ok) throw new Error(found.error.message);
    expect(
      found.value.flatMap((one): readonly unknown[] => ('tests' in one ? one.tests : [one])),
    ).toMatchObject(tests);
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

test.each<[WhenInput, string]>([
  [{ amount: { gt: 100, lte: 500 }, currency: 'EUR' }, 'amount > 100 and amount <= 500 and currency = "EUR"'],
  [{ owner: { $ref: 'principal.user' } }, 'owner = principal.user'],
  [{ amount: { gt: { $ref: 'limit' } } }, 'amount > limit'],
  [{ path: { startsWith: '/a\u001B[2J' } }, 'path startsWith "/a\\u001b[2J"'],
  [{ $not: { a: 1 } }, '$not {"a":1}'],
])('%j in a sentence', (when, text) => {
  expect(whenText(when)).toBe(text);
});

describe('conditions that cannot be used', () => {
  test.each<[string, unknown, RegExp, RegExp | undefined]>([
    ['no condition', {}, /^`when` holds no condition$/, /name an argument and a test/],
    ['no test', { a: {} }, /^when a: no test is given$/, /equals, in, gt, gte, lt, lte, contains/],
    ['an unknown test', { a: { least: 5 } }, /^when a: there is no test `least`$/, /use one of equals/],
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
    ['an unknown combination', { $xor: [{ a: 1 }] }, /there is no `\$xor`/, /\$or/],
    ['or without a list', { $or: { a: 1 } }, /`\$or` needs a list/, /write \$or/],
    ['or with nothing', { $or: [] }, /`\$or` needs a list/, /write \$or/],
    ['a broken branch', { $or: [{ a: { gt: 'x' } }] }, /^\$or: when a: `gt` needs a number$/, undefined],
    ['not with nothing', { $not: {} }, /`when` holds no condition/, /name an argument/],
    ['exists with a text', { a: { exists: 'yes' } }, /`exists` needs true or false/, undefined],
    ['contains a list', { a: { contains: ['x'] } }, /`contains` needs one value/, /any/],
    ['contains nothing', { a: { contains: '' } }, /`contains` needs one value/, /any/],
    ['a broken inner test', { a: { not: { gt: '5' } } }, /^when a: not: `gt` needs a number$/, undefined],
    [
      'no field of a principal',
      { 'principal.role': 'x' },
      /a principal has no `role`/,
      /did you mean `roles`/,
    ],
    ['the principal as a list', { 'principal.[0]': 'x' }, /a principal has no/, /attributes/],
    ['a reference beside more', { a: { $ref: 'b', c: 1 } }, /`\$ref` must be alone/, /\$ref/],
    ['a reference that is not a string', { a: { $ref: 5 } }, /`\$ref` must be alone/, /\$ref/],
    ['a reference for matches', { a: { matches: { $ref: 'b' } } }, /`matches` cannot take/, /equals/],
    ['a reference to many', { a: { in: { $ref: 'b[*]' } } }, /names several values/, /one value/],
    ['a reference into nothing', { a: { $ref: 'principal.x' } }, /\$ref: a principal has no `x`/, /roles/],
    ['nested too deep', deep(40), /nested too deep/, /16/],
    ['tests nested too deep', { a: deepTests(40) }, /nested too deep/, /16/],
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
