import { Type } from 'typebox';
import type { Database } from '../database/database.ts';
import { first, query } from '../database/query.ts';
import { notFound, Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { exportEvents, exportFormats } from './export-events.ts';
import { cursorAt, searchPage, start, type Cursor } from './search.ts';

const folder = import.meta.dirname;
export const newestCheckpoint = query<Readonly<Record<string, unknown>>, []>(folder, 'log-size.sql');
export const listFindings = query<Readonly<Record<string, unknown>>, []>(folder, 'list-findings.sql');
export const eventFigures = query<
  { readonly type: string; readonly verdict: string | null; readonly count: number },
  [days: number]
>(folder, 'event-figures.sql');

const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z)?$' });
const Short = Type.String({ minLength: 1, maxLength: 200 });

const search = {
  from: Moment,
  to: Moment,
  agent: Type.Optional(Uuid),
  type: Type.Optional(Short),
  verdict: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
  tool: Type.Optional(Short),
  session: Type.Optional(Short),
  text: Type.Optional(Short),
};

/** The record is about all projects at once: for those who may look everywhere. */
export function eventRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/events',
        summary: 'Entries by time of receipt, 200 at once; `next` pages on.',
        query: exact({ ...search, next: Type.Optional(Type.String({ maxLength: 200 })) }),
        replies: { 200: Type.Object({ events: Type.Array(Type.Any()) }) },
      },
      async ({ caller, query: { next, ...given } }) => {
        const cursor = next === undefined ? start : readCursor(next);
        const rows = await searchPage(database, caller.organisation, {
          search: given,
          cursor,
          most: pageSize,
        });
        const last = rows.at(-1);
        return {
          status: 200,
          json: {
            events: rows.map(({ line, ...row }) => ({ ...row, entry: JSON.parse(line) as unknown })),
            ...(last === undefined || rows.length < pageSize ? {} : { next: printCursor(cursorAt(last)) }),
          },
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/events/export/{format}',
        summary: 'The same as lines: as they were received, as CSV, as OCSF or as OTLP requests.',
        params: exact({ format: Type.Enum([...exportFormats]) }),
        query: exact(search),
        replies: { 200: 'stream' },
      },
      async ({ caller, params: { format }, query: given }) => {
        const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
        return {
          status: 200,
          stream: exportEvents(database, caller.organisation, { search: given, format }),
          headers: { 'content-type': type, 'content-disposition': `attachment; filename="events.${format}"` },
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/events/figures/{days}',
        summary: 'How many entries of which kind were received in the last days.',
        params: exact({ days: Type.String({ pattern: '^[1-9]\\d{0,2}$' }) }),
        replies: { 200: Type.Object({ figures: Type.Array(Type.Any()) }) },
      },
      async ({ caller, params: { days } }) => {
        const found = await database.asOrganisation(caller.organisation, (on) =>
          eventFigures(on, Number(days)),
        );
        return { status: 200, json: { figures: found } };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/findings',
        summary: 'What is wrong with chains that agents sent: gaps, changed lines, forks.',
        replies: { 200: Type.Object({ findings: Type.Array(Type.Any()) }) },
      },
      async ({ caller }) => {
        return {
          status: 200,
          json: { findings: await database.asOrganisation(caller.organisation, listFindings) },
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/log/checkpoint',
        summary:
          'Where the log of the organisation stands, signed. Keep it elsewhere: it shows later changes.',
        replies: {
          200: Type.Object({ size: Type.Integer(), root: Type.String(), signature: Type.String() }),
        },
      },
      async ({ caller }) => {
        const found = await database.asOrganisation(caller.organisation, (on) => first(newestCheckpoint(on)));
        if (found === undefined) throw notFound('checkpoint yet');
        return { status: 200, json: { organisation: caller.organisation, ...found } };
      },
    ),
  ];
}

const pageSize = 200;

function printCursor({ time, agent, seq }: Cursor): string {
  return `${new Date(time).toISOString()}_${agent}_${seq}`;
}

const cursorShape = /^(\d{4}-[\d:.TZ-]{5,30})_([\da-f-]{36})_(\d{1,16})$/;

function readCursor(text: string): Cursor {
  const [, time, agent, seq] = cursorShape.exec(text) ?? [];
  if (time === undefined || agent === undefined || Number.isNaN(Date.parse(time)))
    throw new Problem(400, 'this is no place to go on from');
  return { time, agent, seq: Number(seq) };
}
