import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../src/gate/gate.ts';
import { fileLog, type FileLog } from '../../src/log/file/file-log.ts';
import { passesFilter, type LogFilter } from '../../src/log/search/log-filter.ts';
import type { LogEntry } from '@permesso/protocol/entry';
import { readLogBackwards } from '../../src/log/file/read-log.ts';
import { searchLog, type LogQuery, type LogSearch } from '../../src/log/search/search-log.ts';

function newLog(): { directory: string; log: FileLog; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-search-'));
  const log = fileLog({ directory, keepFiles: 100, maxBytes: 64 * 1024 });
  const remove = (): void => {
    log.close();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
  };
  return { directory, log, remove };
}

async function call(log: FileLog, commands: readonly string[]): Promise<void> {
  const gate = createGate({ policy: { allow: ['Bash(npm run:*)'], deny: ['Bash(sudo:*)'] }, log });
  for (const [at, command] of commands.entries())
    await gate.authorize({ tool: at % 5 === 0 ? 'Read' : 'Bash', input: { command }, session: `s${at % 3}` });
  log.flush();
}

function all(search: LogSearch): { entries: readonly LogEntry[]; looked: number } {
  const entries: LogEntry[] = [];
  let looked = 0;
  for (;;) {
    const step = search.step({ ms: 1, entries: 7 });
    entries.push(...step.entries);
    looked += step.looked;
    if (step.done) return { entries, looked };
  }
}

/** The obvious way: every entry is read, and asked. */
function plainly(directory: string, { words, ...filter }: LogQuery): readonly number[] {
  return [...readLogBackwards(directory)]
    .filter((entry) => passesFilter(entry, filter as LogFilter))
    .filter((entry) => {
      const text = JSON.stringify(
        'call' in entry ? [entry.call, 'receipt' in entry ? entry.receipt : ''] : entry,
      ).toLowerCase();
      return words.every((word) => text.includes(word.toLowerCase()));
    })
    .map(({ seq }) => seq);
}

const commands = Array.from(
  { length: 400 },
  (_, at) =>
    [
      `npm run build-${at}`,
      `sudo rm "a b" ${at}`,
      `echo 'Grüße ${at}' ÄÖÜ İstanbul`,
      `printf 'x\\ny' > out-${at}.txt`,
      `cat ${'long '.repeat((at % 90) * 20)} end-${at}`,
    ].at(at % 5) ?? '',
);

const written = newLog();
beforeAll(() => call(written.log, commands));
afterAll(written.remove);

test.each<[string, LogQuery]>([
  ['everything', { words: [] }],
  ['a word', { words: ['build'] }],
  ['a word in other case', { words: ['BUILD-1'] }],
  ['two words', { words: ['sudo', '12'] }],
  ['a word with a quote', { words: ['"a'] }],
  ['letters beyond ASCII', { words: ['GRÜSSE'] }],
  ['letters beyond ASCII, in other case', { words: ['grüße', 'äöü'] }],
  ['letters that change their length', { words: ['İSTANBUL'] }],
  ['a word that stands nowhere', { words: ['nowhere-at-all'] }],
  ['a word that every line holds outside the call', { words: ['"prev":'] }],
  ['a verdict', { words: [], verdict: 'deny' }],
  ['a tool and a session', { words: [], tool: 'Read', session: 's1' }],
  ['the last minute', { words: [], since: Date.now() - 60_000 }],
  ['tomorrow', { words: [], since: Date.now() + 86_400_000 }],
  ['a type', { words: ['npm'], type: 'answer' }],
  ['calls without what followed them', { words: [], withoutFollowUps: true }],
  ['an entry by its number', { words: [], seq: 42 }],
  ['nothing that ran in a sandbox', { words: [], verdict: 'allow', sandboxed: true }],
  ['until a moment', { words: [], until: Date.now() - 60_000 }],
  ['a host that never called', { words: [], host: 'none' }],
  ['a project that never was', { words: [], project: '/nowhere' }],
])('finds what reading everything finds: %s', (_what, query) => {
  const { directory } = written;
  const total = [...readLogBackwards(directory)].length;
  const { entries, looked } = all(searchLog(directory, query));
  expect(entries.map(({ seq }) => seq)).toEqual(plainly(directory, query));
  expect(looked).toBe(total);
});

test('files that become full in the middle of a search take nothing from it', async () => {
  const { directory, log, remove } = newLog();
  onTestFinished(remove);
  await call(log, commands);
  const before = [...readLogBackwards(directory)].map(({ seq }) => seq);
  const search = searchLog(directory, { words: [] });
  const begun = search.step({ ms: 1000, entries: 3 });
  await call(log, commands);
  const rest = all(search);
  expect([...begun.entries, ...rest.entries].map(({ seq }) => seq)).toEqual(before);
});

test('a call that was asked about comes with its answer; the same call later with its own', async () => {
  const { directory, log, remove } = newLog();
  onTestFinished(remove);
  const verdicts = ['allow', 'deny'] as const;
  let asked = 0;
  const gate = createGate({
    policy: {},
    log,
    approver: () => Promise.resolve({ verdict: verdicts[asked++ % 2] ?? 'deny', by: 'ada' }),
  });
  for (let at = 0; at < 4; at++)
    await gate.authorize({ tool: 'Bash', input: { command: 'make it' }, session: 's' });
  log.flush();
  const { entries, outcomes } = searchLog(directory, { words: [], type: 'decision' }).step({
    ms: 5000,
    entries: 100,
  });
  const said = entries.map(({ seq }) => {
    const outcome = outcomes.get(seq);
    return [seq < (outcome?.seq ?? 0), outcome?.type === 'answer' ? outcome.verdict : undefined];
  });
  expect(said).toEqual([
    [true, 'deny'],
    [true, 'allow'],
    [true, 'deny'],
    [true, 'allow'],
  ]);
});

test('a search that looks for the last hour ends before the entries of last week', () => {
  const { directory, log, remove } = newLog();
  onTestFinished(remove);
  const week = 7 * 86_400_000;
  for (let at = 0; at < 3000; at++) {
    log.write({ type: 'failed', at: Date.now() - (at < 2990 ? week : 0), error: `failure ${at}` });
    if (at % 500 === 0) log.flush();
  }
  log.flush();
  const { entries, looked } = all(searchLog(directory, { words: [], since: Date.now() - 3_600_000 }));
  expect(entries.length).toBe(10);
  expect(looked).toBeLessThan(2000);
});
