import { expect, test } from 'vitest';
import { placesInSchema } from './places-in-schema.ts';

test('formats and descriptions name places, at any depth', () => {
  const properties = {
    entry: { type: 'string', description: 'The absolute path of the entry' },
    page: { type: 'string', format: 'uri' },
    edits: { type: 'array', items: { properties: { where: { format: 'path' } } } },
    maybe: { anyOf: [{ type: 'null' }, { type: 'string', description: 'URL to open' }] },
    query: { type: 'string', description: 'Searches files by their path' },
    'a.b': { format: 'path' },
    odd: 7,
  };
  expect(placesInSchema({ properties })).toEqual({
    paths: ['$.entry', '$.edits[*].where'],
    urls: ['$.page', '$.maybe'],
  });
  expect(placesInSchema({ properties: { query: { type: 'string' } } })).toBeUndefined();
  expect(placesInSchema({ properties: [] })).toBeUndefined();
});

test('a schema without an end is left alone after some steps', () => {
  const node: { properties: Record<string, unknown> } = { properties: {} };
  node.properties['again'] = { ...node, anyOf: [node, node] };
  node.properties['file'] = { format: 'path' };
  expect(placesInSchema(node)?.paths?.length).toBeGreaterThan(0);
});
