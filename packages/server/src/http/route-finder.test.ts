import { expect, test } from 'vitest';
import { routeFinder } from './route-finder.ts';

const find = routeFinder(
  (
    [
      ['GET', '/v1/people'],
      ['GET', '/v1/people/{person}'],
      ['GET', '/v1/people/me'],
      ['DELETE', '/v1/people/{person}/tokens/{token}'],
    ] as const
  ).map(([method, path]) => ({ route: { method, path } })),
);

test.each([
  ['GET', '/v1/people', '/v1/people', {}],
  ['HEAD', '/v1/people', '/v1/people', {}],
  ['GET', '/v1/people/7', '/v1/people/{person}', { person: '7' }],
  // A word of ours is never somebody's name.
  ['GET', '/v1/people/me', '/v1/people/me', {}],
  [
    'DELETE',
    '/v1/people/a%2Fb/tokens/%C3%A4',
    '/v1/people/{person}/tokens/{token}',
    { person: 'a/b', token: 'ä' },
  ],
  ['GET', '/v1/people/%ff', '/v1/people/{person}', { person: '%ff' }],
  ['GET', '/v1/people/', undefined, undefined],
  ['GET', '/v1/people/7/more', undefined, undefined],
  ['POST', '/v1/people', undefined, undefined],
  ['GET', '/V1/people', undefined, undefined],
])('%s %s', (method, path, row, params) => {
  const found = find(method, path);
  expect(found?.row.route.path).toBe(row);
  expect(found?.params).toEqual(params);
});
