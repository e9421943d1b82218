import type { QuietHours } from '@permesso/protocol/console';
import { queries, type Connection } from '../../database/query.ts';
import { quietUntil } from './quiet-until.ts';

const sql = queries(import.meta.dirname);
const dueDeliveries = sql<Due, { at: Date }>('due-deliveries.sql');
const holdDeliveries = sql<never, { quiet: string }>('hold-deliveries.sql');
const gatherHeld = sql<never, { at: Date }>('gather-held.sql');

interface Due {
  readonly id: string;
  readonly hook: string;
  readonly quiet: QuietHours | null;
}

/**
 * Defers deliveries that fall into their target's quiet hours, and merges deferred ones whose time has come. Returns
 * the deliveries examined: another may become due a moment later, and nothing is sent unchecked.
 */
export async function holdQuiet(on: Connection, at: Date): Promise<readonly string[]> {
  const due = await dueDeliveries(on, { at });
  // A target has many messages.
  const ends = new Map<string, number | undefined>();
  const quiet = due.flatMap(({ id, hook, quiet: hours }) => {
    if (hours === null) return [];
    if (!ends.has(hook)) ends.set(hook, quietUntil(hours, at.getTime()));
    const until = ends.get(hook);
    return until === undefined
      ? []
      : [{ id, until: new Date(until).toISOString(), letsEscalated: hours.letsEscalated }];
  });
  if (quiet.length > 0) await holdDeliveries(on, { quiet: JSON.stringify(quiet) });
  await gatherHeld(on, { at });
  return due.map(({ id }) => id);
}
