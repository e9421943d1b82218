import { organisationRoutes } from '../identity/index.ts';
import { Type } from 'typebox';
import {
  type Machine,
  machineDetail,
  machineList,
  type MachineState,
  machineStates,
} from '@permesso/protocol/console';
import type { MachineReport } from '@permesso/protocol/machine';
import { queries, type Row } from '../database/query.ts';
import { projectsWith, type PersonCaller } from '../route/caller.ts';
import { existing, Problem } from '../route/problem.ts';
import { agentRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { ReportBody } from './report-shape.ts';
import { type MachineStandards, standardsAt } from './machine-standards.ts';
import { reportStore } from './store-reports.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const listMachines = sql<
  MachineRow,
  {
    silentBefore: Date;
    newest: readonly number[];
    projects: readonly string[] | null;
    administered: readonly string[] | null;
    project: string | null;
    agent: string | null;
    state: string | null;
    find: string | null;
    afterRank: number | null;
    afterName: string | null;
    afterAgent: string | null;
    most: number;
  }
>('list-machines.sql');
const countMachines = sql<
  { state: string; machines: number },
  {
    silentBefore: Date;
    newest: readonly number[];
    projects: readonly string[] | null;
    project: string | null;
  }
>('count-machines.sql');
const listChanges = sql<Row, { agent: string }>('list-changes.sql');
const findingsOfMachine = sql<Row, { agent: string }>('findings-of-machine.sql');

interface MachineRow {
  readonly agent: string;
  readonly name: string;
  readonly project: string;
  readonly owner: string | null;
  readonly enrolledAt: Date;
  readonly revokedAt: Date | null;
  readonly frozen: string | null;
  readonly seenAt: Date | null;
  readonly report: MachineReport | null;
  readonly client: string | null;
  readonly policy: number | null;
  readonly current: number | null;
  readonly baselineHeld: number | null;
  readonly baseline: number | null;
  readonly clockAheadMs: number | null;
  readonly logSeq: number | null;
  readonly states: readonly MachineState[];
  readonly rank: number;
}

export interface MachineRoutesOptions extends ServerContext {
  /** Hours without a report after which a machine is silent. */
  readonly silentHours: number;
}

const usualPage = 100;

/** Machines' own reports, and their display for people. */
export function machineRoutes({
  database,
  now,
  version,
  silentHours,
}: MachineRoutesOptions): readonly Route[] {
  const store = reportStore(database, now);
  const standards = (): MachineStandards => standardsAt({ now, version, silentHours });
  const { readRoute } = organisationRoutes(database);
  return [
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/report',
        summary: "Reports a machine's state: programs, hooks, canaries, policy, log and clock.",
        body: ReportBody,
        mostBytes: 8 * 1024,
        replies: { 204: 'none' },
      },
      async ({ caller: { organisation, agent }, body }) => {
        const times = [body.clock, ...(body.hosts ?? []).map(({ canary }) => canary.at ?? body.clock)];
        if (times.some((each) => Number.isNaN(Date.parse(each)))) throw new Problem(400, 'no such time');
        await store(organisation, { agent, report: body });
        return { status: 204 };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/machines',
        summary:
          'Lists machines in your projects with their last report, worst state first. Pass `after` for the next page.',
        query: exact({
          project: Type.Optional(Uuid),
          state: Type.Optional(Type.Enum([...machineStates])),
          find: Type.Optional(Words),
          after: Type.Optional(Type.String({ maxLength: 3100 })),
          most: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        }),
        reply: machineList,
      },
      async (on, { caller, query: { project, state, find, after, most = usualPage } }) => {
        const cursor = after === undefined ? undefined : readMachineCursor(after);
        const among = { ...standards(), projects: projectsWith(caller, 'viewer'), project: project ?? null };
        const rows = await listMachines(on, {
          ...among,
          administered: projectsWith(caller, 'admin'),
          agent: null,
          state: state ?? null,
          find: find ?? null,
          afterRank: cursor?.rank ?? null,
          afterName: cursor?.name ?? null,
          afterAgent: cursor?.agent ?? null,
          most: most + 1,
        });
        const counts = await countMachines(on, among);
        const countOf = (wanted: string): number =>
          counts.find((each) => each.state === wanted)?.machines ?? 0;
        const page = rows.slice(0, most);
        const last = rows.length > most ? page.at(-1) : undefined;
        return {
          machines: page.map(shownMachine),
          total: countOf('total'),
          counts: machineStates.map((each) => ({ state: each, machines: countOf(each) })),
          next: last === undefined ? null : printMachineCursor(last),
        };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'agent' },
      {
        path: '/v1/machines/{agent}',
        summary: 'Returns a machine: its last report, earlier changes and problems with its log.',
        params: exact({ agent: Uuid }),
        reply: machineDetail,
      },
      async (on, { caller, params: { agent } }) => {
        const wanted = { ...standards(), ...onlyMachine(caller, agent) };
        return {
          ...shownMachine(await existing(listMachines(on, wanted), 'machine')),
          history: await listChanges(on, { agent }),
          findings: await findingsOfMachine(on, { agent }),
        };
      },
    ),
  ];
}

function onlyMachine(caller: PersonCaller, agent: string) {
  return {
    agent,
    projects: projectsWith(caller, 'viewer'),
    administered: projectsWith(caller, 'admin'),
    project: null,
    state: null,
    find: null,
    afterRank: null,
    afterName: null,
    afterAgent: null,
    most: 1,
  } as const;
}

function shownMachine({ report, rank: _rank, ...row }: MachineRow): Machine {
  return {
    ...row,
    enrolledAt: row.enrolledAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    seenAt: row.seenAt?.toISOString() ?? null,
    ...shownReport(report ?? undefined),
  };
}

function shownReport(
  report: Partial<MachineReport> = {},
): Pick<Machine, 'platform' | 'mode' | 'enforcement' | 'sandbox' | 'managed' | 'hosts'> {
  const {
    platform = null,
    mode = null,
    enforcement = null,
    sandbox = null,
    managed = null,
    hosts = [],
  } = report;
  return { platform, mode, enforcement, sandbox, managed, hosts };
}

/** The end of a page of machines. */
interface MachineCursor {
  readonly rank: number;
  readonly name: string;
  readonly agent: string;
}

function printMachineCursor({ rank, name, agent }: MachineCursor): string {
  return `${rank}_${agent}_${Buffer.from(name).toString('base64url')}`;
}

const shape = /^(\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\w-]{0,3000})$/;

function readMachineCursor(text: string): MachineCursor {
  const [, rank, agent, name = ''] = shape.exec(text) ?? [];
  const readName = Buffer.from(name, 'base64url').toString('utf8');
  // PostgreSQL text cannot contain NUL.
  if (agent === undefined || readName.includes('\0')) throw new Problem(400, 'invalid cursor');
  return { rank: Number(rank), name: readName, agent };
}
