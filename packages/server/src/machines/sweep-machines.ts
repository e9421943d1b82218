import { queries } from '../database/query.ts';
import { stayingOrganisations } from '../identity/index.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const sweep = sql<MachineEvent, { silentBefore: Date }>('sweep-machines.sql');
const addNotice = sql<{ id: string }, { changes: string }>('add-notice.sql');
const forgetNotices = sql<never, { days: number }>('forget-notices.sql');

interface MachineEvent {
  readonly agent: string;
  readonly what: 'silent' | 'unprotected';
  readonly event: 'fell' | 'recovered';
}

export interface AlertOptions extends Pick<ServerContext, 'database' | 'hints' | 'now'> {
  readonly silentHours: number;
  readonly retentionDays: number;
}

/**
 * Notifies people of machines that became silent or unprotected since the last run, in one message, and of
 * recoveries.
 */
export async function sweepMachines(options: AlertOptions): Promise<void> {
  const { database, hints, now, silentHours, retentionDays } = options;
  const silentBefore = new Date(now() - silentHours * 3_600_000);
  for (const { id } of await stayingOrganisations(database.system)) {
    const told = await database.asOrganisation(id, async (on) => {
      await forgetNotices(on, { days: retentionDays });
      const changes = await sweep(on, { silentBefore });
      return changes.length === 0 ? [] : await addNotice(on, { changes: JSON.stringify(changes) });
    });
    if (told.length > 0) hints.give('deliveries');
  }
}
