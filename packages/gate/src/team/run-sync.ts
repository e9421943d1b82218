import { messageOf, definedFields } from '@permesso/engine/call';
import { markSync } from './sync-if-due.ts';
import { countForTeam, sendCounts, type CountingOptions } from './report-counts.ts';
import { sendLog, type SentLog } from './send-log.ts';
import { Revoked, askServer } from './server-request.ts';
import { readStanding, refreshStanding, writeStanding } from './standing.ts';
import { restoredNotice, syncTeam, type Synced } from './sync-team.ts';
import type { MachineReport } from '@permesso/protocol/machine';
import { describeMachine, type DescribedMachine } from './describe-machine.ts';

export interface SyncOptions extends CountingOptions, Pick<ReportOptions, 'findPrograms'> {
  /** Always asks whether the server still knows this machine. */
  readonly asksStanding?: true;
}

export interface SyncReport {
  readonly found: Synced;
  readonly shipped: SentLog;
}

/** One sync: fetches what the team says now, and sends what was recorded and counted. */
export async function runSync(options: SyncOptions): Promise<SyncReport> {
  const { directory, membership, logDirectory } = options;
  markSync(directory);
  // Recorded decisions were made with what was known until now.
  countForTeam(options);
  const came = await syncTeam(directory, membership);
  // Only once the server is known to be reachable: an unreachable one is asked once.
  await refreshStanding({ directory, membership, always: options.asksStanding === true });
  const isOutdated = (readStanding(directory)?.is === 'revoked') !== (came.is === 'revoked');
  const found = isOutdated ? await syncTeam(directory, membership) : came;
  if (found.is === 'revoked') return { found, shipped: nothingShipped };
  countForTeam(options);
  try {
    const shipped = await shipAndCount(logDirectory, options);
    // An agent whose log or report was accepted is enrolled.
    if ((await sendReport(options)) || shipped.sent > 0) writeStanding(directory, 'member');
    return { found, shipped };
  } catch (error) {
    if (!(error instanceof Revoked)) throw error;
    writeStanding(directory, 'revoked');
    return { found: { is: 'revoked', why: error.message }, shipped: nothingShipped };
  }
}

const nothingShipped: SentLog = { seq: 0, sent: 0 };

async function shipAndCount(logDirectory: string, options: SyncOptions): Promise<SentLog> {
  try {
    return await sendLog(logDirectory, options.directory, options.membership);
  } finally {
    // Sent whatever happened to the log.
    await sendCounts(options);
  }
}

export interface PeriodicSync extends SyncOptions {
  /** Milliseconds between syncs. Default: one minute. */
  readonly every?: number;
  /** Receives errors. They change no verdict. */
  readonly onTrouble: (what: string) => void;
}

export interface SyncState {
  /** Syncs now. Never rejects. */
  readonly now: () => Promise<void>;
  readonly close: () => void;
}

const usualEvery = 60_000;

/** Syncs periodically for as long as a gate lives. Does not keep the process alive. */
export function startPeriodicSync({ every = usualEvery, onTrouble, ...options }: PeriodicSync): SyncState {
  const now = async (): Promise<void> => {
    try {
      const { found } = await runSync(options);
      if (found.is === 'refused') onTrouble(`the team's policy was refused: ${found.why}`);
      if (found.is === 'revoked') onTrouble(found.why);
      if ('restored' in found) onTrouble(restoredNotice(found.manifest));
    } catch (error) {
      onTrouble(messageOf(error));
    }
  };
  // With random delays: a fleet that starts together would otherwise always sync together.
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

interface ReportOptions extends Omit<DescribedMachine, 'hosts'> {
  /** Looks for agent programs. Absent if the caller cannot: the gate of an application. */
  readonly findPrograms?: () => NonNullable<MachineReport['hosts']>;
}

/**
 * Reports this machine's state to the team. Returns whether the server accepted it: older servers have no reports.
 */
async function sendReport({ findPrograms, ...machine }: ReportOptions): Promise<boolean> {
  const hosts = findPrograms?.();
  const json = describeMachine({ ...machine, ...definedFields({ hosts }) });
  const reply = await askServer(machine.membership, { method: 'POST', path: '/v1/agent/report', json });
  if (reply.status === 204 || reply.status === 404) return reply.status === 204;
  throw new Error(`the server took no report of this machine: ${reply.why()}`);
}
