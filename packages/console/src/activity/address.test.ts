import { expect, test } from 'vitest';
import { countQuery, entryQuery, filterNames, isFiltered, noFilter, viewSearch } from './address.ts';

const local = { calls: 'calls', foreign: 'agent' } as const;
const ranges = [
  { value: '24h', title: '' },
  { value: '30d', title: '' },
];

test('a search begins where the range begins, and asks for calls', () => {
  const query = new URLSearchParams(entryQuery({ range: '24h', tool: 'Bash' }, local, 100_000_000));
  expect(Object.fromEntries(query)).toEqual({
    tool: 'Bash',
    type: 'calls',
    from: String(100_000_000 - 86_400_000),
  });
});

test('a brushed part replaces the range, and `all` asks for every type', () => {
  const query = entryQuery({ range: '7d', from: '1', to: '2', type: 'all' }, local, 0);
  expect(query).toBe('from=1&to=2');
});

test('filters of the other console and the open entry are left out', () => {
  const query = new URLSearchParams(entryQuery({ agent: 'a', host: 'codex', entry: '7' }, local, 0));
  expect([query.has('agent'), query.has('entry'), query.get('host')]).toEqual([false, false, 'codex']);
});

test('counts of a range that is not offered are those of the usual one', () => {
  expect(countQuery({ range: 'all', verdict: 'ask' }, { ranges, foreign: 'host' })).toBe(
    'range=30d&verdict=ask',
  );
  expect(countQuery({ range: '24h', host: 'codex' }, { ranges, foreign: 'host' })).toBe('range=24h');
});

test('every filter counts as one, and taking them away leaves none', () => {
  for (const name of filterNames) expect(isFiltered({ [name]: 'x' })).toBe(true);
  expect(isFiltered({ range: '7d', entry: '3' })).toBe(false);
  const filled = Object.fromEntries(filterNames.map((name) => [name, 'x']));
  expect(isFiltered({ ...filled, ...noFilter, from: undefined as never })).toBe(false);
});

test('a view keeps the filters without the open entry', () => {
  expect(viewSearch({ tool: 'Bash', entry: '7', words: '' })).toBe('tool=Bash');
});
