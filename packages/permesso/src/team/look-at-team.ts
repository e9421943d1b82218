import { messageOf } from '../facts/read-facts.ts';
import { markLook } from './look-when-due.ts';
import { countForTeam, sendCounts, type CountingOptions } from './report-counts.ts';
import { shipLog, type Shipped } from './ship-log.ts';
import { Revoked } from './server-request.ts';
import { readStanding, refreshStanding, writeStanding } from './standing.ts';
import { syncTeam, type Synced } from './sync-team.ts';

export interface LookOptions extends CountingOptions {
  /** Asks in any case whether the server still knows this machine. */
  readonly asksStanding?: true;
}

export interface Looked {
  readonly found: Synced;
  readonly shipped: Shipped;
}

/** One look at the server: what the team says now comes in, what was recorded and counted goes out. */
export async function lookAtTeam(options: LookOptions): Promise<Looked> {
  const { directory, membership, logDirectory } = options;
  markLook(directory);
  // What is on record was decided under what was known until now.
  countForTeam(options);
  const came = await syncTeam(directory, membership);
  // Once it is known that the server is there: one that is away is asked once.
  await refreshStanding({ directory, membership, always: options.asksStanding === true });
  const isOutdated = (readStanding(directory)?.is === 'revoked') !== (came.is === 'revoked');
  const found = isOutdated ? await syncTeam(directory, membership) : came;
  if (found.is === 'revoked') return { found, shipped: nothingShipped };
  countForTeam(options);
  try {
    const shipped = await shipAndCount(logDirectory, options);
    // Whoever is believed with a log is believed.
    if (shipped.sent > 0) writeStanding(directory, 'member');
    return { found, shipped };
  } catch (error) {
    if (!(error instanceof Revoked)) throw error;
    writeStanding(directory, 'revoked');
    return { found: { is: 'revoked', why: error.message }, shipped: nothingShipped };
  }
}

const nothingShipped: Shipped = { seq: 0, sent: 0 };

async function shipAndCount(logDirectory: string, options: LookOptions): Promise<Shipped> {
  try {
    return await shipLog(logDirectory, options.directory, options.membership);
  } finally {
    // Whatever became of the record.
    await sendCounts(options);
  }
}

export interface KeepLooking extends LookOptions {
  /** Milliseconds between two looks. A minute when absent. */
  readonly every?: number;
  /** Told what went wrong. It changes no verdict. */
  readonly onTrouble: (what: string) => void;
}

export interface Looking {
  /** Looks now. Never rejects. */
  readonly now: () => Promise<void>;
  readonly close: () => void;
}

const usualEvery = 60_000;

/** Looks at the server now and then, for as long as a gate lives. Keeps no process alive. */
export function keepLooking({ every = usualEvery, onTrouble, ...options }: KeepLooking): Looking {
  const now = async (): Promise<void> => {
    try {
      const { found } = await lookAtTeam(options);
      if (found.is === 'refused') onTrouble(`the team's policy was refused: ${found.why}`);
      if (found.is === 'revoked') onTrouble(found.why);
    } catch (error) {
      onTrouble(messageOf(error));
    }
  };
  // Not all at the same moment: a fleet that starts together would ask together for ever.
  const next = (): number => every * (0.8 + Math.random() * 0.4);
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const turn = (): void => {
    if (!over) timer = setTimeout(() => void now().finally(turn), next()).unref();
  };
  turn();
  return {
    now,
    close: () => {
      over = true;
      clearTimeout(timer);
    },
  };
}
