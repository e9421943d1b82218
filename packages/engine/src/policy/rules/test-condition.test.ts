import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import type { Condition } from './condition.ts';
import { provenBy, suspectedBy } from './test-condition.ts';
import { weakest, type Match } from './match.ts';
import { parseWhen, type WhenInput } from './parse-when.ts';

function condition(spec: unknown, path = 'x'): Condition {
  const found = parseWhen({ [path]: spec });
  if (!found.ok || found.value[0] === undefined) throw new Error('not one condition');
  return found.value[0];
}

const world = fixedWorld({
  links: {
    '/home/dev/project/out': '/etc',
    '/home/dev/project/in': '/home/dev/project/src',
    '/home/dev/project/loop': '/home/dev/project/loop',
  },
});

function ask(spec: unknown, input: unknown, path?: string): { proof: boolean; suspicion: Match } {
  const one = condition(spec, path);
  const asked = { input, world, directory: '/home/dev/project/src' };
  return { proof: provenBy(one, asked), suspicion: suspectedBy(one, asked) };
}

/** `yes` proves an allow and matches a deny; `may` only makes a deny suspicious. */
const cases: readonly [spec: unknown, value: unknown, match: Match][] = [
  // equals: by value, and by what a lenient tool may take a scalar for
  [{ equals: 5 }, 5, 'yes'],
  [{ equals: 5 }, 6, 'no'],
  [{ equals: 5 }, '5', 'may'],
  [{ equals: 5 }, ' 5 ', 'may'],
  [{ equals: 5 }, '5.0', 'may'],
  [{ equals: 5 }, '0x5', 'may'],
  [{ equals: 5 }, 5n, 'may'],
  [{ equals: 5 }, '', 'no'],
  [{ equals: 0 }, '', 'no'],
  [{ equals: 5 }, [5], 'may'],
  [{ equals: 5 }, null, 'may'],
  [{ equals: true }, true, 'yes'],
  [{ equals: true }, 'TRUE', 'may'],
  [{ equals: true }, false, 'no'],
  [{ equals: 'prod' }, 'prod', 'yes'],
  [{ equals: 'prod' }, 'PROD', 'may'],
  [{ equals: 'prod' }, ' prod\n', 'may'],
  [{ equals: 'prod' }, 'production', 'no'],
  [{ equals: null }, null, 'yes'],
  [{ equals: null }, 'null', 'no'],
  [{ equals: { a: 1, b: [2] } }, { b: [2], a: 1 }, 'yes'],
  [{ equals: { a: 1 } }, { a: 1, b: 2 }, 'no'],
  [{ equals: [1, 2] }, [2, 1], 'no'],
  ['bare', 'bare', 'yes'],
  // in: the strongest of its values
  [{ in: ['EUR', 'USD'] }, 'USD', 'yes'],
  [{ in: ['EUR', 'USD'] }, 'usd', 'may'],
  [{ in: ['usd', 'USD'] }, 'USD', 'yes'],
  [{ in: ['EUR', 'USD'] }, 'CHF', 'no'],
  [{ in: [1, 2] }, '2', 'may'],
  // gt and lt: strictly, and texts only as suspicion
  [{ gt: 100 }, 101, 'yes'],
  [{ gt: 100 }, 100, 'no'],
  [{ gt: 100 }, 99, 'no'],
  [{ gt: 100 }, '150', 'may'],
  [{ gt: 100 }, '99', 'no'],
  [{ gt: 100 }, '1,000', 'may'],
  [{ gt: 100 }, 'many', 'may'],
  [{ gt: 100 }, 150n, 'may'],
  [{ gt: 100 }, 50n, 'no'],
  [{ gt: 0 }, true, 'may'],
  [{ gt: 100 }, true, 'no'],
  [{ gt: 100 }, [150], 'may'],
  [{ gt: 100 }, { value: 150 }, 'may'],
  [{ gt: 100 }, null, 'may'],
  [{ gt: 100 }, undefined, 'may'],
  [{ gt: 100 }, Number.NaN, 'may'],
  [{ lt: 5 }, 4, 'yes'],
  [{ lt: 5 }, 5, 'no'],
  [{ lt: 5 }, '4', 'may'],
  [{ lt: 5 }, '6', 'no'],
  [{ gte: 5 }, 5, 'yes'],
  [{ gte: 5 }, 4.9, 'no'],
  [{ gte: 5 }, '5', 'may'],
  [{ lte: 5 }, 5, 'yes'],
  [{ lte: 5 }, 5.1, 'no'],
  [{ lte: 5 }, '', 'may'],
  [{ lte: 5 }, '6', 'no'],
  // contains: an item, or a piece of a text
  [{ contains: 'a' }, ['b', 'a'], 'yes'],
  [{ contains: 'a' }, ['b', 'A'], 'may'],
  [{ contains: 'a' }, ['b', null], 'may'],
  [{ contains: 'a' }, ['b'], 'no'],
  [{ contains: 'a' }, [], 'no'],
  [{ contains: 'a' }, [['a']], 'may'],
  [{ contains: 5 }, [5], 'yes'],
  [{ contains: 5 }, '15', 'may'],
  [{ contains: 'ad' }, 'shadow', 'yes'],
  [{ contains: 'ad' }, 'SHADOW', 'may'],
  [{ contains: 'ad' }, 'x', 'no'],
  [{ contains: 'ad' }, { ad: 1 }, 'may'],
  // exists: what is null may be a default
  [{ exists: true }, 0, 'yes'],
  [{ exists: true }, '', 'yes'],
  [{ exists: true }, null, 'may'],
  [{ exists: false }, 0, 'no'],
  [{ exists: false }, null, 'may'],
  // not: nothing that a lenient tool may take for it proves it
  [{ not: 'prod' }, 'test', 'yes'],
  [{ not: 'prod' }, 'prod', 'no'],
  [{ not: 'prod' }, 'PROD ', 'may'],
  [{ not: 'prod' }, '\uFF50\uFF52\uFF4F\uFF44', 'may'],
  [{ not: 'prod' }, ['prod'], 'may'],
  [{ not: 'prod' }, null, 'may'],
  [{ not: { in: ['prod', 'live'] } }, 'test', 'yes'],
  [{ not: { in: ['prod', 'live'] } }, 'live', 'no'],
  [{ not: { gt: 1, lt: 5 } }, 3, 'no'],
  [{ not: { gt: 1, lt: 5 } }, 7, 'yes'],
  [{ not: { gt: 1 } }, 'many', 'may'],
  [{ not: { startsWith: 'prod' } }, 'PROD-1', 'may'],
  [{ not: { endsWith: '@x.test' } }, 'a@y.test', 'yes'],
  [{ not: { not: 5 } }, 5, 'yes'],
  [{ not: { exists: true } }, 5, 'no'],
  // any and all: of the items of a list
  [{ any: { startsWith: 'a' } }, ['b', 'ab'], 'yes'],
  [{ any: { startsWith: 'a' } }, ['b'], 'no'],
  [{ any: 'a' }, [], 'no'],
  [{ any: 'a' }, 'a', 'may'],
  [{ any: 'a' }, null, 'may'],
  [{ all: { endsWith: '@x.test' } }, ['a@x.test', 'b@x.test'], 'yes'],
  [{ all: { endsWith: '@x.test' } }, ['a@x.test', 'b@y.test'], 'no'],
  [{ all: { endsWith: '@x.test' } }, ['a@x.test', null], 'may'],
  [{ all: { endsWith: '@x.test' } }, [], 'may'],
  [{ all: { gt: 1, lt: 5 } }, [2, 3], 'yes'],
  [{ all: { gt: 1, lt: 5 } }, [2, 7], 'no'],
  // startsWith, endsWith and matches: on texts, and on what a scalar would be as text
  [{ startsWith: 'prod' }, 'prod-eu', 'yes'],
  [{ startsWith: 'prod' }, 'a prod', 'no'],
  [{ startsWith: '15' }, 150, 'may'],
  [{ startsWith: '15' }, 51, 'no'],
  [{ startsWith: 't' }, true, 'may'],
  [{ startsWith: '15' }, 150n, 'may'],
  [{ startsWith: 'x' }, ['x'], 'may'],
  [{ startsWith: 'x' }, null, 'may'],
  [{ matches: '^a+$' }, 'aaa', 'yes'],
  [{ matches: '^a+$' }, 'aab', 'no'],
  [{ matches: 'b' }, 'abc', 'yes'],
  [{ matches: String.raw`^\d+$` }, 12, 'may'],
  [{ matches: String.raw`^\d+$` }, false, 'no'],
  [{ matches: '.' }, { toString: 'x' }, 'may'],
  // under: where the path leads, from where the call starts; the rule's directory from the project
  [{ under: './src' }, 'a.ts', 'yes'],
  [{ under: './src' }, '/home/dev/project/src/b/c.ts', 'yes'],
  [{ under: 'src' }, './a.ts', 'yes'],
  [{ under: './src' }, '../src/a.ts', 'yes'],
  [{ under: './src' }, '../lib/a.ts', 'no'],
  [{ under: './src' }, '/home/dev/project/src-evil/a', 'no'],
  [{ under: './src' }, '/HOME/dev/project/SRC/a', 'may'],
  [{ under: '.' }, '../out/passwd', 'may'],
  [{ under: '/etc' }, '../out/passwd', 'may'],
  [{ under: './src' }, '../in/a', 'may'],
  [{ under: './in' }, '../in/a', 'yes'],
  [{ under: './in' }, '../src/a', 'yes'],
  [{ under: './src' }, 5, 'may'],
  [{ under: './src' }, ['a'], 'may'],
  [{ under: './src' }, null, 'may'],
  [{ under: './src' }, '\0', 'may'],
  [{ under: './src' }, 'a\0b', 'may'],
  [{ under: './loop' }, '../loop/a', 'may'],
  [{ under: './loop' }, '../other/a', 'no'],
  [{ under: '\0' }, 'a', 'may'],
];

describe('one value', () => {
  test.each(cases)('%j on %o is %s', (spec, value, match) => {
    expect(ask(spec, { x: value })).toEqual({ proof: match === 'yes', suspicion: match });
  });
});

describe('several values and none', () => {
  test.each<[unknown, readonly unknown[], boolean, Match]>([
    [{ gt: 10 }, [11, 12], true, 'yes'],
    [{ gt: 10 }, [11, 1], false, 'yes'],
    [{ gt: 10 }, ['11', 1], false, 'may'],
    [{ gt: 10 }, [1, 2], false, 'no'],
    [{ gt: 10 }, [], false, 'no'],
  ])('%j on each of %j: an allow needs all, a deny needs one', (spec, list, proof, suspicion) => {
    expect(ask(spec, { x: list }, 'x[*]')).toEqual({ proof, suspicion });
  });

  test.each([{}, { y: 5 }, null, 'text', []])(
    'no value at the path in %j proves nothing and may be anything',
    (input) => {
      expect(ask({ lt: 100 }, input)).toEqual({ proof: false, suspicion: 'may' });
    },
  );
});

describe('what is absent', () => {
  test.each<[unknown, string, boolean, Match]>([
    [{ exists: false }, 'x', true, 'yes'],
    [{ exists: true }, 'x', false, 'no'],
    [{ not: { exists: true } }, 'x', true, 'yes'],
    [{ exists: false }, 'text.x', false, 'may'],
    [{ exists: false }, 'list[3]', true, 'yes'],
    [{ exists: true, equals: 5 }, 'x', false, 'no'],
    [{ not: 5 }, 'x', false, 'may'],
    [{ equals: 5 }, 'list[*].x', false, 'may'],
    [5, 'items[*].x', false, 'may'],
  ])('%j at %s', (spec, path, proof, suspicion) => {
    const found = parseWhen({ [path]: spec });
    if (!found.ok) throw new Error(found.error.message);
    const input = { text: '{"x":5}', list: [1], items: [{ x: 4 }, {}] };
    const asked = { input, world, directory: '/' };
    expect({
      proof: found.value.every((one) => provenBy(one, asked)),
      suspicion: weakest(found.value.map((one) => suspectedBy(one, asked))),
    }).toEqual({ proof, suspicion });
  });
});

const ann = {
  tenant: 'acme',
  user: 'ann',
  roles: ['support', 'billing'],
  attributes: { limit: 50, plan: 'Pro', projects: ['p1', 'p2'], odd: [] },
};

describe('who asks', () => {
  test.each<[string, WhenInput, object, boolean, Match]>([
    ['a role', { 'principal.roles': { contains: 'billing' } }, {}, true, 'yes'],
    ['a role in other letters', { 'principal.roles': { contains: 'Billing' } }, {}, false, 'may'],
    ['another role', { 'principal.roles': { contains: 'admin' } }, {}, false, 'no'],
    ['not a role', { 'principal.roles': { not: { contains: 'admin' } } }, {}, true, 'yes'],
    ['an attribute', { 'principal.attributes.plan': 'Pro' }, {}, true, 'yes'],
    ['an attribute that is absent', { 'principal.attributes.region': 'eu' }, {}, false, 'may'],
    ['a field that is absent', { 'principal.session': { exists: false } }, {}, true, 'yes'],
    ['an argument that is the user', { owner: { $ref: 'principal.user' } }, { owner: 'ann' }, true, 'yes'],
    ['one that is not', { owner: { $ref: 'principal.user' } }, { owner: 'bob' }, false, 'no'],
    ['one in other letters', { owner: { $ref: 'principal.user' } }, { owner: 'ANN' }, false, 'may'],
    ['one that is absent', { owner: { $ref: 'principal.user' } }, {}, false, 'may'],
    ['a limit', { amount: { lte: { $ref: 'principal.attributes.limit' } } }, { amount: 50 }, true, 'yes'],
    ['above it', { amount: { lte: { $ref: 'principal.attributes.limit' } } }, { amount: 51 }, false, 'no'],
    [
      'a limit that is not a number',
      { amount: { lte: { $ref: 'principal.user' } } },
      { amount: 5 },
      false,
      'may',
    ],
    [
      'a limit that is absent',
      { amount: { lte: { $ref: 'principal.attributes.x' } } },
      { amount: 5 },
      false,
      'may',
    ],
    ['one of a list', { p: { in: { $ref: 'principal.attributes.projects' } } }, { p: 'p2' }, true, 'yes'],
    ['none of a list', { p: { in: { $ref: 'principal.attributes.projects' } } }, { p: 'p3' }, false, 'no'],
    ['an empty list', { p: { in: { $ref: 'principal.attributes.odd' } } }, { p: 'p3' }, false, 'no'],
    [
      'all of a list',
      { p: { all: { in: { $ref: 'principal.attributes.projects' } } } },
      { p: ['p1'] },
      true,
      'yes',
    ],
    ['two arguments', { from: { not: { equals: { $ref: 'to' } } } }, { from: 'a', to: 'b' }, true, 'yes'],
    ['or', { $or: [{ a: 1 }, { 'principal.user': 'ann' }] }, { a: 2 }, true, 'yes'],
    ['or with nothing known', { $or: [{ a: 1 }, { b: 2 }] }, { b: 3 }, false, 'may'],
    ['and', { $and: [{ a: 1 }, { 'principal.user': 'ann' }] }, { a: 2 }, false, 'no'],
    ['not', { $not: { a: 1, 'principal.user': 'ann' } }, { a: 2 }, true, 'yes'],
    ['not, absent', { $not: { a: 1 } }, {}, false, 'may'],
    ['one value passes all', { 'a[*]': { gt: 5, lt: 10 } }, { a: [1, 20] }, false, 'no'],
    ['one of them does', { 'a[*]': { gt: 5, lt: 10 } }, { a: [1, 7] }, false, 'yes'],
    ['not of each', { $not: { 'a[*]': 'evil' } }, { a: ['x', 'evil'] }, false, 'yes'],
    ['not of each, none', { $not: { 'a[*]': 'evil' } }, { a: ['x', 'y'] }, true, 'yes'],
    ['not of each, empty', { $not: { 'a[*]': 'evil' } }, { a: [] }, true, 'may'],
  ])('%s', (_name, when, input, proof, suspicion) => {
    const found = parseWhen(when);
    if (!found.ok) throw new Error(found.error.message);
    const asked = { input, world, directory: '/', principal: ann };
    expect({
      proof: found.value.every((one) => provenBy(one, asked)),
      suspicion: weakest(found.value.map((one) => suspectedBy(one, asked))),
    }).toEqual({ proof, suspicion });
  });

  test.each<WhenInput>([
    { 'principal.roles': { contains: 'billing' } },
    { 'principal.roles': { not: { contains: 'billing' } } },
    { 'principal.user': { exists: false } },
    { owner: { $ref: 'principal.user' } },
    { $not: { 'principal.user': 'ann' } },
  ])('without a principal %j is unknown', (when) => {
    const found = parseWhen(when);
    if (!found.ok) throw new Error(found.error.message);
    const asked = { input: { owner: 'ann' }, world, directory: '/' };
    expect(found.value.map((one) => [provenBy(one, asked), suspectedBy(one, asked)])).toEqual([
      [false, 'may'],
    ]);
  });
});

test('a hostile text comes to an end', () => {
  expect(ask({ matches: '(a+)+$' }, { x: `${'a'.repeat(20_000)}b` }).suspicion).toBe('no');
});
