import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { entrySearch } from '../entry-search.ts';
import { tendArchive } from '../leave-database.ts';
import { openArchive } from '../open-archive.ts';
import { databaseSearch } from '../../../audit/search-entries.ts';
import { sealLogs } from '../../../audit/seal-log.ts';
import { openDatabase } from '../../../database/database.ts';
import { migrate } from '../../../database/migrate.ts';
import { operator } from '../../../identity/operator.ts';
import { secretFrom } from '../../../settings.ts';
import { createTestDatabase, inspect } from '../../../../test/harness.ts';
import { secret } from '../../../../test/load/server-process.ts';
import { readOptions } from '../../../../test/script-options.ts';

/** A closed day in the database and as Parquet: sizes, and alternating searches. */
const values = readOptions({
  name: 'npm run tools -- load:archive',
  says: 'Bytes and searches of closed days, in PostgreSQL and as Parquet, by turns.',
  options: {
    entries: { type: 'string', default: '500000', says: 'how many' },
    rounds: { type: 'string', default: '5', says: 'turns of each; the middle one counts' },
  },
  example: ['--entries 1000000', 'a million entries'],
});
const entries = Number(values.entries);
const rounds = Number(values.rounds);

const made = await createTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'permesso-load-archive-'));
/** Opened last, closed first. */
const closing: (() => unknown)[] = [made.drop, () => rmSync(directory, { recursive: true })];
try {
  const { url } = made;
  await migrate(url);
  const database = openDatabase({ url, connections: 6 });
  closing.push(database.close);
  const archive = await openArchive({ directory });
  closing.push(archive.close);
  const keys = secretFrom(secret);
  const organisation = await operator({ database, secret: keys }).addOrganisation('archived');
  await inspect(url, 'select permesso.add_events_partition(current_date - 3)');
  // As large as a real one: two hashes that do not repeat, and commands of 20 programs and 4,000 words.
  await inspect(
    url,
    `insert into events (organisation, agent, seq, received_at, at, type, verdict, tool, session, line)
     select $1, md5((n % 100)::text)::uuid, n, date_trunc('day', now()) - interval '3 days' + n * interval '24 hours' / $2::float8,
       now(), 'decision', (array['allow', 'allow', 'allow', 'ask', 'deny'])[1 + n % 5], (array['Bash', 'Read', 'Edit'])[1 + n % 3],
       's' || n % 500,
       '{"seq":' || n || ',"type":"decision","at":"' || now()::text || '","session":"s' || n % 500
       || '","verdict":"allow","mode":"default","agent":["main"],"call":{"cwd":"/home/dev/project","input":{"command":"'
       || (array['npm test', 'git status', 'ls -la', 'cat'])[1 + n % 4] || ' word' || n * 7919 % 4000
       || '"},"tool":"Bash"},"receipt":{"parts":[{"label":"npm","reason":"read-only","step":"tool-allow","verdict":"allow"}],"rules":[]},"prev":"'
       || encode(sha256(n::text::bytea), 'hex') || '","hash":"' || encode(sha256((n + 1)::text::bytea), 'hex') || '"}'
     from generate_series(0, $2::bigint - 1) as n`,
    [organisation, entries],
  );
  await inspect(url, 'analyze events');
  const began = performance.now();
  // It also stays in the database, so that both can be queried in turn.
  const tending = { database, archive, databaseDays: 1, retentionDays: 90, dropAfterSeconds: 86_400 };
  await tendArchive(tending);
  const writing = performance.now() - began;
  await sealLogs(database, keys);
  await tendArchive(tending);
  const [size] = await inspect<{ bytes: number; lines: number }>(
    url,
    `select pg_total_relation_size(('permesso.events_' || to_char(current_date - 3, 'YYYYMMDD'))::regclass)::float8 as bytes,
       (select avg(octet_length(line))::float8 from events) as lines`,
  );
  const [files] = await inspect<{ bytes: number; files: number; entries: number }>(
    url,
    'select sum(bytes)::float8 as bytes, count(*)::int as files, sum(entries)::float8 as entries from archived_files',
  );
  const [days] = await inspect<{ from: string; to: string }>(
    url,
    'select (current_date - 3)::text as from, (current_date - 2)::text as to',
  );
  const span = { from: days?.from ?? '', to: days?.to ?? '' };
  const inDatabase = databaseSearch(database);
  const ways = {
    PostgreSQL: inDatabase,
    Parquet: entrySearch({ database, archive, inDatabase }),
  };
  const searches = {
    'a word that is nowhere': { ...span, text: 'nowhere' },
    'a word, 1 in 4,000': { ...span, text: 'word3999"' },
    'the first page': span,
    denials: { ...span, verdict: 'deny' },
  };
  const found: Record<string, Record<string, number[]>> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [what, search] of Object.entries(searches))
      for (const [way, { oldest }] of Object.entries(ways)) {
        const start = performance.now();
        await oldest(organisation, search, { most: 200 });
        const took = performance.now() - start;
        // On the first round nothing is cached, and files are checked against their digests.
        const name = round === 0 ? `${what} (first time)` : what;
        ((found[name] ??= {})[way] ??= []).push(Math.round(took * 10) / 10);
      }
  const middle = (all: readonly number[] = []): number =>
    all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const report = {
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    entries,
    writtenPerSecond: Math.round(entries / (writing / 1000)),
    lineBytes: Math.round(size?.lines ?? 0),
    bytesPerEntry: {
      PostgreSQL: Math.round((size?.bytes ?? 0) / entries),
      Parquet: Math.round((files?.bytes ?? 0) / entries),
    },
    files: files?.files,
    archived: files?.entries,
    ms: found,
    ratios: Object.fromEntries(
      Object.entries(found).map(([what, { PostgreSQL, Parquet }]) => [
        what,
        Math.round((middle(Parquet) / middle(PostgreSQL)) * 1000) / 1000,
      ]),
    ),
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
} finally {
  for (const close of closing.toReversed()) await close();
}
