import { gunzipSync, gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { segmentProblems } from '@permesso/protocol/proof';
import { type CountsEntry, parseEntry } from '@permesso/protocol/entry';
import type { Database } from '../database/database.ts';
import { first, only, query, type Connection } from '../database/query.ts';
import { recordAdminAction } from '../identity/admin-audit.ts';
import { notFound, Problem } from '../route/problem.ts';
import { agentRoute, personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { readBatch, type SentBatch } from './read-batch.ts';

const folder = import.meta.dirname;
const runOfCounts = query<
  { readonly seq: number; readonly line: string },
  { readonly agent: string; readonly last: number }
>(folder, 'run-of-counts.sql');
const addDemand = query<
  { readonly id: string },
  { readonly agent: string; readonly first: number; readonly last: number; readonly person: string }
>(folder, 'add-demand.sql');
const findAgent = query<{ readonly id: string }, { readonly agent: string }>(folder, 'find-agent.sql');
const openDemands = query<Demanded, { readonly agent: string }>(folder, 'open-demands.sql');
const findDemand = query<
  Demanded & { readonly problems: readonly string[] | null; readonly lines: Buffer | null },
  { readonly agent: string; readonly demand: string }
>(folder, 'find-demand.sql');
const listDemands = query<ListedDemand, { readonly agent: string }>(folder, 'list-demands.sql');
const answerDemand = query<
  { readonly id: string },
  { readonly demand: string; readonly problems: readonly string[]; readonly lines: Buffer }
>(folder, 'answer-demand.sql');
const addFindings = query<
  never,
  {
    readonly agents: readonly string[];
    readonly what: readonly string[];
    readonly first: readonly number[];
    readonly last: readonly number[];
  }
>(folder, 'add-findings.sql');

interface Demanded {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

interface ListedDemand extends Demanded {
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly answeredAt: Date | null;
  readonly problems: readonly string[] | null;
}

const Seq = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Demand = Type.String({ pattern: '^\\d{1,18}$' });
const Shown = Type.Object({ id: Type.String(), first: Type.Integer(), last: Type.Integer() });

/** Entries that an agent counted instead of sending them, asked for and held against what it signed. */
export function demandRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/agents/{agent}/demands',
        summary: 'Asks an agent for the entries that it counted in the entry with this number.',
        params: exact({ agent: Uuid }),
        body: exact({ last: Seq }),
        replies: { 201: Shown },
      },
      async ({ caller, params: { agent }, body: { last } }) => ({
        status: 201,
        json: await database.asOrganisation(caller.organisation, async (on) => {
          const { counts } = await findCounts(on, agent, last);
          const asked = { agent, first: counts.counts.first, last, person: caller.person };
          const added = await first(addDemand(on, asked));
          if (added === undefined) throw new Problem(409, 'these entries are asked for already');
          const detail = { first: asked.first, last };
          await recordAdminAction(on, { by: caller, act: 'entries.demand', subject: agent, detail });
          return { id: added.id, first: asked.first, last };
        }),
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/agents/{agent}/demands',
        summary: 'What was asked of an agent, and what is wrong with what it answered.',
        params: exact({ agent: Uuid }),
        replies: { 200: Type.Object({ demands: Type.Array(Shown) }) },
      },
      async ({ caller, params: { agent } }) => ({
        status: 200,
        json: {
          demands: await database.asOrganisation(caller.organisation, async (on) => {
            if ((await first(findAgent(on, { agent }))) === undefined) throw notFound('agent');
            return await listDemands(on, { agent });
          }),
        },
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/agents/{agent}/demands/{demand}',
        summary: 'The entries that an agent answered with, as it sent them.',
        params: exact({ agent: Uuid, demand: Demand }),
        replies: {
          200: Type.Object({ problems: Type.Array(Type.String()), entries: Type.Array(Type.Any()) }),
        },
      },
      async ({ caller, params }) => {
        const found = await database.asOrganisation(caller.organisation, (on) =>
          first(findDemand(on, params)),
        );
        if (found?.lines === undefined || found.lines === null) throw notFound('answer');
        const lines = gunzipSync(found.lines).toString('utf8').split('\n');
        const entries = lines.flatMap((line) => parseEntry(line) ?? []);
        return { status: 200, json: { problems: found.problems ?? [], entries } };
      },
    ),
    agentRoute(
      {
        method: 'GET',
        path: '/v1/agent/demands',
        summary: 'Which entries this agent is asked for that it counted instead of sending them.',
        replies: { 200: Type.Object({ demands: Type.Array(Shown) }) },
      },
      async ({ caller: { organisation, agent } }) => ({
        status: 200,
        json: { demands: await database.asOrganisation(organisation, (on) => openDemands(on, { agent })) },
      }),
    ),
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/demands/{demand}',
        summary: 'Takes the entries that were asked for. What is wrong with them is a finding.',
        params: exact({ demand: Demand }),
        body: 'lines',
        mostBytes: 16 * 1024 * 1024,
        replies: { 200: Type.Object({ problems: Type.Array(Type.String()) }) },
      },
      async ({ caller: { organisation, agent }, params: { demand }, bytes, header }) => {
        const batch = await readBatch(bytes, header('content-encoding'));
        const problems = await database.asOrganisation(organisation, (on) =>
          takeAnswer(on, { agent, demand, batch }),
        );
        return { status: 200, json: { problems } };
      },
    ),
  ];
}

/** The counts with this number, and which entries of their run are here. */
async function findCounts(
  on: Connection,
  agent: string,
  last: number,
): Promise<{ readonly counts: CountsEntry; readonly kept: ReadonlyMap<number, string> }> {
  const run = (await runOfCounts(on, { agent, last })).flatMap(({ line }) => parseEntry(line) ?? []);
  const counts = run.find((entry) => entry.type === 'counts' && entry.seq === last);
  if (counts?.type !== 'counts') throw notFound('entry of counts with this number in the database');
  const kept = run.filter(({ type, seq }) => type !== 'counts' && seq >= counts.counts.first && seq < last);
  return { counts, kept: new Map(kept.map(({ seq, hash }) => [seq, hash])) };
}

interface Answer {
  readonly agent: string;
  readonly demand: string;
  readonly batch: SentBatch;
}

async function takeAnswer(on: Connection, { agent, demand, batch }: Answer): Promise<readonly string[]> {
  const asked = await first(findDemand(on, { agent, demand }));
  if (asked === undefined) throw notFound('demand');
  if (asked.lines !== null) return asked.problems ?? [];
  const run = await findCounts(on, agent, asked.last);
  const lines = batch.entries.map(({ line }) => line);
  const isWhole = batch.changed.length + batch.foreign === 0;
  const problems = [
    ...(isWhole ? [] : ['some lines are no entries, or were changed']),
    ...segmentProblems({ ...run, lines }),
  ].slice(0, mostProblems);
  const text = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  await only(answerDemand(on, { demand, problems, lines: gzipSync(text) }));
  if (problems.length > 0)
    await addFindings(on, { agents: [agent], what: ['hidden'], first: [asked.first], last: [asked.last] });
  return problems;
}

const mostProblems = 20;
