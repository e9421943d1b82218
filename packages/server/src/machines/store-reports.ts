import { machineChanges, type MachineReport, protectionOf } from '@permesso/protocol/machine';
import { createBatcher, type Batcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { queries, type Connection } from '../database/query.ts';

const sql = queries(import.meta.dirname);
const lockMachines = sql<KnownMachine, { agents: readonly string[] }>('lock-machines.sql');
const putMachines = sql<never, { rows: string }>('put-machines.sql');
const addChanges = sql<never, { rows: string }>('add-changes.sql');
const trimChanges = sql<never, { agents: readonly string[]; most: number }>('trim-changes.sql');

interface KnownMachine {
  readonly agent: string;
  readonly report: MachineReport | null;
  readonly headSeq: number | null;
  readonly headHash: string | null;
}

/** A machine that reports something different each time displaces only its own history. */
export const mostChanges = 100;

interface ReceivedReport {
  readonly agent: string;
  readonly report: MachineReport;
}

/** Stores reports; concurrent ones share a transaction. */
export function reportStore(database: Database, now: () => number): Batcher<ReceivedReport, void> {
  return createBatcher<ReceivedReport, void>({
    work: async (organisation, received) => {
      await database.asOrganisation(organisation, (on) => storeReports(on, received, now()));
      return received.map(() => undefined);
    },
  });
}

async function storeReports(on: Connection, received: readonly ReceivedReport[], now: number): Promise<void> {
  // Of two from one machine the later one counts.
  const newest = new Map(received.map(({ agent, report }) => [agent, report]));
  const known = await lockMachines(on, { agents: [...newest.keys()] });
  const rows = known.flatMap((machine) => {
    const report = newest.get(machine.agent);
    return report === undefined
      ? []
      : [{ ...machine, report: withHosts(report, machine.report), before: machine.report }];
  });
  const put = rows.map(({ agent, report, headSeq, headHash }) => ({
    agent,
    report,
    protection: protectionOf(report),
    isDiverging: isDiverging(report, { headSeq, headHash }),
    clockAheadMs: Math.round(Date.parse(report.clock) - now),
  }));
  await putMachines(on, { rows: JSON.stringify(put) });
  const changes = rows.flatMap(({ agent, report, before }) =>
    machineChanges(before ?? undefined, report).map((change) => ({ agent, change })),
  );
  if (changes.length === 0) return;
  await addChanges(on, { rows: JSON.stringify(changes) });
  await trimChanges(on, { agents: [...new Set(changes.map(({ agent }) => agent))], most: mostChanges });
}

/** The gate of an application cannot look for programs, so earlier findings there still apply. */
function withHosts(report: MachineReport, before: MachineReport | null): MachineReport {
  return report.hosts === undefined && before?.hosts !== undefined
    ? { ...report, hosts: before.hosts }
    : report;
}

/** Whether the machine's log contradicts the received one: it is shorter, or its last entry differs. */
function isDiverging(
  { log: { seq, hash } }: MachineReport,
  { headSeq, headHash }: Pick<KnownMachine, 'headSeq' | 'headHash'>,
): boolean {
  if (headSeq === null) return false;
  return seq < headSeq || (seq === headSeq && hash !== headHash);
}
