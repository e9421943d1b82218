import type { Database } from '../../database/database.ts';
import { first, queries } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/index.ts';
import { compareCounts, writeClosedDays, type ArchivingOptions } from './archive-days.ts';
import { objectName, type ArchivedFile } from './archive-storage.ts';

const sql = queries(import.meta.dirname);
const closeDays = sql<{ day: string }>('close-days.sql');
const organisationsArchived = sql<{ organisation: string }>('organisations-archived.sql');
const daysToLeave = sql<{ day: string }, { databaseDays: number }>('days-to-leave.sql');
const leaveDay = sql<{ isLeft: true }, { day: string }>('leave-day.sql');
const filesOfDay = sql<Omit<ArchivedFile, 'organisation' | 'day'>, { day: string }>('files-of-day.sql');
const daysToDrop = sql<
  { day: string; organisations: readonly string[] },
  { days: readonly string[]; seconds: number }
>('days-to-drop.sql');
const dropDay = sql<{ dropped: boolean }, { day: string; organisations: readonly string[] }>('drop-day.sql');
const daysToRemove = sql<{ day: string }, { days: number }>('days-to-remove.sql');
const removeDay = sql<never, { day: string }>('remove-day.sql');

export interface TendingOptions extends ArchivingOptions {
  /** How many closed days stay in the database, too. */
  readonly databaseDays: number;
  readonly retentionDays: number;
  /** How long a started read can still find a day in the database. */
  readonly dropAfterSeconds?: number;
}

/** Closed days become files, and leave the database after some days; retention removes both. */
export async function tendArchive(options: TendingOptions): Promise<void> {
  const { database } = options;
  const closed = (await database.asSystem(closeDays)).map(({ day }) => day);
  await writeClosedDays(closed, options);
  const failed: unknown[] = [];
  for (const { organisation } of await organisationsArchived(database.system))
    try {
      await leaveDatabase(organisation, options);
      await removeOld(organisation, options);
    } catch (error) {
      // A failure of one organisation must not stop the others.
      failed.push(error);
    }
  await dropPartitions(database, closed, options.dropAfterSeconds ?? 300);
  if (failed.length > 0) throw failed[0];
}

async function leaveDatabase(organisation: string, options: TendingOptions): Promise<void> {
  const { database, databaseDays, archive } = options;
  const days = await database.asOrganisation(organisation, (on) => daysToLeave(on, { databaseDays }));
  for (const { day } of days) {
    const files = await database.asOrganisation(organisation, (on) => filesOfDay(on, { day }));
    // Read back from storage: a day with missing or changed files stays in the database.
    for (const { part, digest } of files) await archive.fetchChecked({ organisation, day, part, digest });
    await compareCounts(database, { organisation, day });
    await database.asOrganisation(organisation, async (on) => {
      const left = await first(leaveDay(on, { day }));
      if (left !== undefined && files.length > 0)
        await recordAdminAction(on, { by: 'server', act: 'archive.leave', subject: day });
    });
  }
}

async function removeOld(organisation: string, options: TendingOptions): Promise<void> {
  const { database, retentionDays, archive } = options;
  const days = await database.asOrganisation(organisation, (on) => daysToRemove(on, { days: retentionDays }));
  for (const { day } of days) {
    const files = await database.asOrganisation(organisation, (on) => filesOfDay(on, { day }));
    for (const { part, digest } of files)
      await archive.storage.remove(objectName({ organisation, day, part, digest }));
    await database.asOrganisation(organisation, async (on) => {
      await removeDay(on, { day });
      if (files.length > 0)
        await recordAdminAction(on, { by: 'server', act: 'archive.remove', subject: day });
    });
  }
}

async function dropPartitions(database: Database, days: readonly string[], seconds: number): Promise<void> {
  if (days.length === 0) return;
  for (const each of await database.asSystem((on) => daysToDrop(on, { days, seconds })))
    await database.asSystem((on) => dropDay(on, each));
}
