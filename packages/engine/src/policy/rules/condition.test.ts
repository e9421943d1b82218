import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import { provenBy, suspectedBy, type Condition } from './condition.ts';
import type { Match } from './match.ts';
import { parseWhen } from './parse-when.ts';

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
  [{ equals: 5 }, [5], 'no'],
  [{ equals: 5 }, null, 'no'],
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
  [{ gt: 100 }, null, 'no'],
  [{ gt: 100 }, undefined, 'no'],
  [{ gt: 100 }, Number.NaN, 'no'],
  [{ lt: 5 }, 4, 'yes'],
  [{ lt: 5 }, 5, 'no'],
  [{ lt: 5 }, '4', 'may'],
  [{ lt: 5 }, '6', 'no'],
  // startsWith and matches: on texts, and on what a scalar would be as text
  [{ startsWith: 'prod' }, 'prod-eu', 'yes'],
  [{ startsWith: 'prod' }, 'a prod', 'no'],
  [{ startsWith: '15' }, 150, 'may'],
  [{ startsWith: '15' }, 51, 'no'],
  [{ startsWith: 't' }, true, 'may'],
  [{ startsWith: '15' }, 150n, 'may'],
  [{ startsWith: 'x' }, ['x'], 'may'],
  [{ startsWith: 'x' }, null, 'no'],
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
  [{ under: './src' }, 5, 'no'],
  [{ under: './src' }, ['a'], 'may'],
  [{ under: './src' }, null, 'no'],
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
    'no value at the path in %j proves and suspects nothing',
    (input) => {
      expect(ask({ lt: 100 }, input)).toEqual({ proof: false, suspicion: 'no' });
    },
  );
});

test('a hostile text comes to an end', () => {
  expect(ask({ matches: '(a+)+$' }, { x: `${'a'.repeat(20_000)}b` }).suspicion).toBe('no');
});
