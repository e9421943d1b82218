import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveRow } from '@permesso/archive';
import type { Database } from '../../database/database.ts';
import { first, only, queries } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/index.ts';
import { objectName } from './archive-storage.ts';
import type { Archive } from './open-archive.ts';
import { writePart, type WrittenPart } from './write-part.ts';

const sql = queries(import.meta.dirname);
const daysToWrite = sql<{ organisation: string; day: string }, { days: readonly string[] }>(
  'days-to-write.sql',
);
const claimDay = sql<{ claimed: true }, { day: string; seconds: number }>('claim-day.sql');
const keepClaim = sql<never, { day: string; seconds: number }>('keep-claim.sql');
const lastFile = sql<{ part: number; lastAt: string; lastAgent: string; lastSeq: string }, { day: string }>(
  'last-file.sql',
);
const rowsOfDay = sql<
  ArchiveRow,
  { day: string; afterAt: string; afterAgent: string; afterSeq: string; most: number }
>('rows-of-day.sql');
const addFile = sql<
  { part: number },
  {
    day: string;
    part: number;
    digest: string;
    entries: number;
    bytes: number;
    firstAt: string;
    lastAt: string;
    lastAgent: string;
    lastSeq: string;
  }
>('add-file.sql');
const countHour = sql<{ entries: number }, { day: string; hour: number }>('count-hour.sql');
const countFiles = sql<{ entries: number }, { day: string }>('count-files.sql');
const finishDay = sql<{ entries: number; digests: readonly string[] }, { day: string }>('finish-day.sql');

export interface ArchivingOptions {
  readonly database: Database;
  readonly archive: Archive;
  /** How long other servers leave a day to the one that is writing it. */
  readonly claimSeconds?: number;
  /** Entries of one file. */
  readonly partSize?: number;
}

/** About 25 MB as Parquet, and about 150 MB of memory while it is written. */
const usualPart = 250_000;
const pageSize = 2000;

/** Writes closed days of every organisation as files, and records their digests. Safe to run on several servers. */
export async function writeClosedDays(days: readonly string[], options: ArchivingOptions): Promise<void> {
  const { database, claimSeconds = 600 } = options;
  if (days.length === 0) return;
  const failed: unknown[] = [];
  for (const { organisation, day } of await database.asSystem((on) => daysToWrite(on, { days }))) {
    const claimed = await database.asOrganisation(organisation, (on) =>
      first(claimDay(on, { day, seconds: claimSeconds })),
    );
    try {
      if (claimed !== undefined) await writeDay({ organisation, day }, options);
    } catch (error) {
      // A failure of one organisation must not stop the others.
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}

interface RowPlace {
  readonly at: string;
  readonly agent: string;
  readonly seq: string;
}

const start: RowPlace = {
  at: '-62135596800000000',
  agent: '00000000-0000-0000-0000-000000000000',
  seq: '-1',
};

async function writeDay(
  { organisation, day }: { readonly organisation: string; readonly day: string },
  options: ArchivingOptions,
): Promise<void> {
  const { database, archive, claimSeconds = 600, partSize = usualPart } = options;
  const known = await database.asOrganisation(organisation, (on) => first(lastFile(on, { day })));
  let after: RowPlace =
    known === undefined ? start : { at: known.lastAt, agent: known.lastAgent, seq: known.lastSeq };
  let part = known === undefined ? 0 : known.part + 1;
  const made = await mkdtemp(join(archive.workFolder, 'part-'));
  try {
    for (; ; part++) {
      const pages = pagesOfDay(database, { organisation, day, after, most: partSize });
      const written = await writePart(archive.engine, {
        organisation,
        pages,
        path: join(made, `${part}.parquet`),
      });
      if (written === undefined) break;
      const { digest, last } = written;
      // The file first, so that every recorded file exists. If killed in between, the same file is written again.
      await archive.storage.put(objectName({ organisation, day, part, digest }), written.path);
      const isRecorded = await record({ organisation, day, part, written }, { database, claimSeconds });
      if (!isRecorded) return;
      await rm(written.path);
      after = { at: last.receivedAt, agent: last.agent, seq: last.seq };
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  await compareCounts(database, { organisation, day });
  await database.asOrganisation(organisation, async (on) => {
    const finished = await first(finishDay(on, { day }));
    if (finished !== undefined && finished.entries > 0)
      await recordAdminAction(on, {
        by: 'server',
        act: 'archive.write',
        subject: day,
        detail: { ...finished },
      });
  });
}

/** Counts independently of how it was read: a day with missing entries in its files is never removed. */
export async function compareCounts(
  database: Database,
  { organisation, day }: { readonly organisation: string; readonly day: string },
): Promise<void> {
  let entries = 0;
  // Hour by hour: no statement takes long, however large the day is.
  for (let hour = 0; hour < 24; hour++)
    entries += (await database.asOrganisation(organisation, (on) => only(countHour(on, { day, hour }))))
      .entries;
  const written = await database.asOrganisation(organisation, (on) => only(countFiles(on, { day })));
  if (written.entries !== entries)
    throw new Error(`${day} has ${entries} entries in the database and ${written.entries} in its files`);
}

/** False if another server has recorded this part: that server continues, not this one. */
async function record(
  {
    organisation,
    day,
    part,
    written,
  }: {
    readonly organisation: string;
    readonly day: string;
    readonly part: number;
    readonly written: WrittenPart;
  },
  { database, claimSeconds }: { readonly database: Database; readonly claimSeconds: number },
): Promise<boolean> {
  const { digest, entries, bytes, first: from, last } = written;
  return await database.asOrganisation(organisation, async (on) => {
    const added = await addFile(on, {
      day,
      part,
      digest,
      entries,
      bytes,
      firstAt: from.receivedAt,
      lastAt: last.receivedAt,
      lastAgent: last.agent,
      lastSeq: last.seq,
    });
    if (added.length === 0) return false;
    await keepClaim(on, { day, seconds: claimSeconds });
    return true;
  });
}

async function* pagesOfDay(
  database: Database,
  {
    organisation,
    day,
    after: from,
    most,
  }: {
    readonly organisation: string;
    readonly day: string;
    readonly after: RowPlace;
    readonly most: number;
  },
): AsyncGenerator<readonly ArchiveRow[]> {
  let after = from;
  for (let left = most; left > 0;) {
    const { at, agent, seq } = after;
    const wanted = Math.min(pageSize, left);
    const rows = await database.asOrganisation(organisation, (on) =>
      rowsOfDay(on, { day, afterAt: at, afterAgent: agent, afterSeq: seq, most: wanted }),
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < wanted) return;
    after = { at: last.receivedAt, agent: last.agent, seq: last.seq };
    left -= rows.length;
  }
}
