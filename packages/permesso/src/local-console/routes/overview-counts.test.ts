import { expect, test } from 'vitest';
import { memoryLog, entryFields } from '@permesso/gate/log';
import { createGate } from '@permesso/gate/gate';
import type { LogEntry } from '@permesso/protocol/entry';
import { createOverviewCounts } from './overview-counts.ts';

const now = Date.parse('2026-11-16T12:30:00Z');
const dayMs = 86_400_000;

/** Entries of a real gate, moved to the days that are named. */
async function entriesOn(days: readonly number[], command: string): Promise<readonly LogEntry[]> {
  const log = memoryLog();
  const gate = createGate({
    policy: { allow: ['Bash(ls:*)'], deny: ['Bash(sudo:*)'] },
    approver: () => Promise.resolve({ verdict: 'allow', by: 'ada', from: 'console' }),
    log,
  });
  for (const _ of days) await gate.authorize({ tool: 'Bash', input: { command }, cwd: '/home/ada/app' });
  let day = -1;
  return log.entries.map((entry) => {
    if (entry.type === 'decided') day += 1;
    const at = now - (days[day] ?? 0) * dayMs;
    const fields = entryFields({ ...entry, at, ...(entry.type === 'answered' ? { waited: 4000 } : {}) });
    return Object.fromEntries([...fields].map(([name, json]) => [name, JSON.parse(json)])) as LogEntry;
  });
}

async function counted(...all: readonly (readonly LogEntry[])[]) {
  const counts = createOverviewCounts();
  const entries = all.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1));
  for (const entry of entries) counts.add(entry);
  return counts;
}

test('a period is counted beside the one before, day by day', async () => {
  const counts = await counted(
    await entriesOn([13, 9, 2, 1, 0], 'ls'),
    await entriesOn([8, 1, 1], 'make'),
    await entriesOn([0], 'sudo reboot'),
  );
  const { now: period, before, points, isEmpty, first, comparable } = counts.figures(7, now);
  expect(period).toMatchObject({ allow: 3, ask: 2, deny: 1 });
  expect(before).toMatchObject({ allow: 2, ask: 1, deny: 0 });
  expect(points).toHaveLength(7);
  expect(points.at(-1)).toMatchObject({ allow: 1, deny: 1 });
  expect(points.at(-2)).toMatchObject({ allow: 1, ask: 2 });
  expect([isEmpty, comparable]).toEqual([false, true]);
  expect(first).toBeLessThan(now - 7 * dayMs);
  expect(createOverviewCounts().figures(7, now).isEmpty).toBe(true);
});

test('a log that began in this period is not compared with nothing', async () => {
  const counts = await counted(await entriesOn([2, 1], 'ls'));
  expect(counts.figures(30, now).comparable).toBe(false);
});

test('waits are told within five per cent, and not where nobody was asked', async () => {
  const counts = await counted(await entriesOn([1], 'make'), await entriesOn([0], 'ls'));
  const { medianWaitMs = 0 } = counts.figures(7, now).now;
  expect(Math.abs(medianWaitMs - 4000)).toBeLessThan(200);
  expect(counts.figures(1, now).now.medianWaitMs).toBeUndefined();
});

test('what was asked is told with its answers, the most frequent first, for the period alone', async () => {
  const counts = await counted(await entriesOn([40, 1], 'make'), await entriesOn([2, 1, 0], 'npm ci'));
  expect(counts.asked(7, now).map(({ call, prompts }) => [call.input['command'], prompts])).toEqual([
    ['npm ci', 3],
    ['make', 1],
  ]);
  expect(counts.asked(7, now)[0]).toMatchObject({ denied: 0, isPartial: false });
});

test('that a call began and ended is not another call', async () => {
  const decided = await entriesOn([1], 'ls');
  const told = decided.flatMap((entry): readonly LogEntry[] =>
    entry.type === 'decision'
      ? [
          { ...entry, type: 'start' },
          { ...entry, type: 'end', ok: true, durationMs: 60_000 },
        ]
      : [],
  );
  expect(told).not.toHaveLength(0);
  const counts = await counted(decided, told);
  expect(counts.figures(7, now)).toEqual((await counted(decided)).figures(7, now));
});
