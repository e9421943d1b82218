import { expect, test } from 'vitest';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { createCallCounts } from './activity-counts.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date(2026, 5, 15, 12, 30).getTime();

interface Made {
  readonly ago: number;
  readonly verdict?: DecisionEntry['verdict'];
  readonly tool?: string;
  readonly host?: string;
  readonly project?: string;
  readonly isSandboxed?: boolean;
}

function entry(made: Made): DecisionEntry {
  const { ago, verdict = 'allow', tool = 'Bash', host = 'codex', project = '/p', isSandboxed } = made;
  return {
    v: 1,
    seq: 1,
    at: new Date(now - ago).toISOString(),
    prev: '',
    hash: '',
    type: 'decision',
    verdict,
    mode: 'default',
    agent: [],
    host,
    project,
    call: { tool, input: {} },
    receipt: {
      parts: [],
      rules: [],
      ...(isSandboxed === true ? { sandbox: { engine: 'e', version: '1', digest: 'd' } } : {}),
    },
  };
}

function counted(all: readonly Made[]) {
  const counts = createCallCounts();
  for (const made of all) counts.add(entry(made));
  return counts;
}

test('calls are counted by bar, with what ran in a sandbox apart', () => {
  const counts = counted([
    { ago: 0 },
    { ago: minute, verdict: 'deny' },
    { ago: 0, isSandboxed: true },
    { ago: 20 * minute, verdict: 'ask' },
    { ago: 2 * day },
  ]);
  const { points, all, matched, from, to, step } = counts.count({ range: '1h' }, now);
  expect([all, matched, step]).toEqual([4, 4, 5 * minute]);
  expect(to - from).toBe(hour);
  expect(to).toBeGreaterThan(now);
  expect(points.map(({ at, ...each }) => [at - from, each])).toEqual([
    [35 * minute, { allow: 0, sandboxed: 0, ask: 1, deny: 0 }],
    [50 * minute, { allow: 0, sandboxed: 0, ask: 0, deny: 1 }],
    [55 * minute, { allow: 1, sandboxed: 1, ask: 0, deny: 0 }],
  ]);
  expect(counts.count({ range: '7d' }, now).all).toBe(5);
});

test('each facet counts what the other filters let through', () => {
  const counts = counted([
    { ago: 0, tool: 'Bash', verdict: 'deny' },
    { ago: 0, tool: 'Bash', verdict: 'allow', host: 'claude-code' },
    { ago: 0, tool: 'Read', verdict: 'allow', project: '/q' },
  ]);
  const { facets, matched } = counts.count({ range: '24h', tool: 'Bash' }, now);
  expect(matched).toBe(2);
  expect(facets.tool).toEqual([
    { name: 'Bash', count: 2 },
    { name: 'Read', count: 1 },
  ]);
  expect(facets.verdict.map(({ name, count }) => [name, count])).toEqual([
    ['deny', 1],
    ['allow', 1],
  ]);
  expect(facets.project).toEqual([{ name: '/p', count: 2 }]);
});

test('a brushed part counts alone, and the bars stay', () => {
  const counts = counted([{ ago: 0 }, { ago: 3 * day }, { ago: 3 * day }]);
  const whole = counts.count({ range: '7d' }, now);
  const part = counts.count({ range: '7d', from: now - 4 * day, to: now - 2 * day }, now);
  expect([part.matched, part.all]).toEqual([2, 3]);
  expect(part.points).toEqual(whole.points);
});

test('all time reaches to the first call, in a bearable number of bars', () => {
  const counts = counted([{ ago: 0 }, { ago: 59 * day }]);
  const { from, to, step, all } = counts.count({ range: 'all' }, now);
  expect(all).toBe(2);
  expect(from).toBeLessThanOrEqual(now - 59 * day);
  expect((to - from) / step).toBeLessThanOrEqual(122);
});

test('thousands of names are counted, the last of them together', () => {
  const counts = counted(Array.from({ length: 2000 }, (_, at) => ({ ago: 0, tool: `tool-${at}` })));
  const { all, facets } = counts.count({ range: '1h' }, now);
  expect(all).toBe(2000);
  expect(facets.tool.length).toBe(255);
});
