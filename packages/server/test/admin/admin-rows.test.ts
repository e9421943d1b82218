import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { adminRows } from '../../../permesso/src/cli/admin/admin-rows.ts';
import { plugins } from '../../src/plugins/index.ts';
import { adminRowsFile, adminRowsFrom, openApiOf, type Document } from './admin-rows.ts';

let document: Document;

beforeAll(async () => {
  document = await openApiOf();
});

test.skipIf(plugins.length < 11)(
  '`permesso admin` is made from the routes: npm run tools -- admin-rows',
  () => {
    expect(JSON.parse(readFileSync(adminRowsFile, 'utf8'))).toEqual(adminRowsFrom(document));
  },
);

test('what an action sends is what its route takes: a field that is renamed is noticed', () => {
  const body = document.paths['/v1/tokens']?.['post']?.requestBody?.content['application/json']?.schema;
  const { days, ...others } = body?.properties ?? {};
  const renamed = structuredClone(document) as { paths: Record<string, Record<string, object>> };
  renamed.paths['/v1/tokens'] = {
    ...renamed.paths['/v1/tokens'],
    post: {
      parameters: [],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              ...body,
              required: ['name', 'roles', 'lifetime'],
              properties: { ...others, lifetime: days },
            },
          },
        },
      },
    },
  };
  expect(() => adminRowsFrom(renamed as unknown as Document)).toThrow(
    'admin tokens create NAME: the request needs lifetime',
  );
});

test('every command has examples, and every action a summary of what it takes', () => {
  expect(adminRows.length).toBeGreaterThan(25);
  expect(adminRows.filter(({ examples }) => Object.keys(examples).length === 0)).toEqual([]);
});
