import { expect, test } from 'vitest';
import { compilePolicy } from './compile-policy.ts';
import { saysProduction } from './production.ts';

test.each([
  ['prod-eu', true],
  ['--env=production', true],
  ['product', false],
  ['--context=acme-live', true],
  ['ACME-LIVE.eu-1', true],
  ['acme-lively', false],
  ['xacme-live', false],
  ['db.blue.acme.io', true],
  ['bluetooth', false],
  ["select 'acme-live'", false],
])('%s: %s', (word, says) => expect(saysProduction(word, ['acme-live', 'blue'])).toBe(says));

test('every layer may name some, a project that is not trusted too, and a broken list is told', () => {
  const policy = compilePolicy([
    { layer: 'user', production: ['acme-live'] },
    { layer: 'project', trusted: false, production: ['blue', 'acme-live'] },
  ]);
  expect(policy.production).toEqual(['acme-live', 'blue']);
  expect(compilePolicy([{}]).production).toBeUndefined();
  expect(compilePolicy([{ production: ['a b'] }]).problems.map(({ text }) => text)).toEqual(['production']);
});
