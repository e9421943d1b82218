import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCases, slice } from './all-cases.ts';
import { allHosts } from './all-hosts.ts';
import type { Case } from './case.ts';
import { exceptionFor, exceptions } from './exceptions.ts';
import { answerComplaints, renderHostsTable, writtenHostsPage } from './hosts-table.ts';
import { pinned } from './install-host.ts';
import { complaint } from './judge.ts';
import { renderPage, writtenPage } from './page.ts';
import { readResults } from './results.ts';
import { makesSense } from './run-host.ts';
import { expectedOf, type Result } from './run-case.ts';

const results = readResults();

test('each openly licensed program is held against drift every week', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../../.github/workflows/drift.yml'), 'utf8');
  const open = allHosts.filter(({ licence, pinnedBy }) => licence === 'open' && pinnedBy === undefined);
  expect(/host: \[(.*)\]/u.exec(workflow)?.[1]?.split(', ').toSorted()).toEqual(
    open.map(({ name }) => name).toSorted(),
  );
});

test('the page shows the last results', () => {
  expect(writtenPage()).toBe(renderPage(results));
});

test('the table of answers shows what was measured last', () => {
  expect(writtenHostsPage()).toBe(renderHostsTable(results));
});

test.each(allHosts)('no answer in the row of $name was seen to run the call', ({ name }) => {
  const { answers } = results[name] ?? {};
  if (answers !== undefined) expect(answerComplaints(name, answers)).toEqual([]);
  expect(answerComplaints('claude-code', { ask: 'runs', rewrite: 'runs' })).toHaveLength(2);
});

test('every host was run in the version that is pinned', () => {
  expect(Object.entries(results).map(([name, { version }]) => [name, version])).toEqual(
    allHosts.map(({ name, pinnedBy = name }) => [name, pinned(pinnedBy).version]),
  );
});

test.each(allHosts)('$name was run in every case that makes sense for it', (host) => {
  expect(Object.keys(results[host.name]?.deeds ?? {})).toEqual(
    allCases.filter((one) => makesSense(host, one)).map(({ name }) => name),
  );
});

test.each(allHosts)('every result of $name is as expected, or a written exception', (host) => {
  const wrong = Object.entries(results[host.name]?.deeds ?? {}).filter(([name, deed]) => {
    const given = allCases.find((one) => one.name === name);
    const expected = given === undefined ? 'no such case' : expectedOf(given, host);
    return deed !== (exceptionFor(host.name, name)?.deed ?? expected);
  });
  expect(wrong).toEqual([]);
});

test('exceptions and the slice name hosts and cases that are there', () => {
  const names = allCases.map(({ name }) => name);
  const hosts = allHosts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(exceptions.filter((one) => !names.includes(one.case))).toEqual([]);
  expect(exceptions.flatMap((one) => one.hosts).filter((name) => !hosts.includes(name))).toEqual([]);
  expect(slice.cases.filter((name) => !names.includes(name))).toEqual([]);
});

test('a call that ran, a word that was not told and an exception that is none are complaints', () => {
  const [host] = allHosts;
  if (host === undefined) throw new Error('no host');
  const given: Case = {
    name: 'x',
    about: '',
    group: 'contract',
    policy: '',
    expected: 'blocked',
    told: 'because',
  };
  const result: Result = {
    host: host.name,
    case: 'x',
    deed: 'blocked',
    told: 'because',
    milliseconds: 1,
    trouble: '',
    output: '',
  };
  expect(complaint(host, given, result)).toBeUndefined();
  expect(complaint(host, given, { ...result, deed: 'runs' })).toBe('runs instead of blocked');
  expect(complaint(host, given, { ...result, deed: 'never asked' })).toBe('never asked instead of blocked');
  expect(complaint(host, given, { ...result, trouble: 'no answer' })).toBe('no answer');
  expect(complaint(host, given, { ...result, told: '' })).toBe('the model was not told "because"');
  expect(complaint(host, { ...given, name: 'launcher killed' }, result)).toMatch(/out of date/);
});
