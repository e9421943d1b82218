import { organisationRoutes } from '../identity/index.ts';
import { Type } from 'typebox';
import type { LogEntry } from '@permesso/protocol/entry';
import { existing } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { printCursor, readCursor } from './entry-cursor.ts';
import { entryFigures, listFindings, newestCheckpoint } from './entry-figures.ts';
import { entryStandings } from './entry-standings.ts';
import { exportEntries, exportFormats } from './export-entries.ts';
import type { AuditContext } from './audit-context.ts';

const pageSize = 200;

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

/** Entries cover all projects, so this needs a role in the whole organisation. */
export function entryRoutes({ database, search: entries, now }: AuditContext): readonly Route[] {
  const standingsOf = entryStandings(database);
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/entries',
        summary: 'Lists entries by time of receipt, 200 per page. Pass `next` for the next page.',
        query: exact({ ...search, next: Type.Optional(Type.String({ maxLength: 200 })) }),
        replies: { 200: Type.Object({ entries: Type.Array(Type.Any()) }) },
      },
      async ({ caller, query: { next, ...given } }) => {
        const cursor = next === undefined ? undefined : readCursor(next);
        const page = await entries.oldest(caller.organisation, given, { cursor, most: pageSize });
        const read = page.rows.map(({ line, ...row }) => ({ ...row, entry: JSON.parse(line) as LogEntry }));
        const standings = await standingsOf(caller.organisation, read);
        return {
          status: 200,
          json: {
            entries: read.map((row, at) => ({ ...row, standing: standings[at] ?? {} })),
            ...(page.next === undefined ? {} : { next: printCursor(page.next) }),
          },
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/entries/export/{format}',
        summary: 'Streams the same entries as lines: as received, or as CSV, OCSF or OTLP requests.',
        params: exact({ format: Type.Enum([...exportFormats]) }),
        query: exact(search),
        replies: { 200: 'stream' },
      },
      async ({ caller, params: { format }, query: given }) => {
        const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
        return {
          status: 200,
          stream: exportEntries({ database, search: entries, standingsOf }, caller.organisation, {
            search: given,
            format,
          }),
          headers: {
            'content-type': type,
            'content-disposition': `attachment; filename="entries.${format}"`,
          },
        };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/v1/entries/figures/{days}',
        summary: 'Counts entries by kind over the last days.',
        params: exact({ days: Type.String({ pattern: '^[1-9]\\d{0,2}$' }) }),
        reply: Type.Object({ figures: Type.Array(Type.Any()) }),
      },
      async (on, { params: { days } }) => ({
        figures: await entryFigures(on, { days: Number(days), now: now() }),
      }),
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/v1/findings',
        summary: 'Lists problems in the chains agents sent: gaps, changed entries, forks.',
        reply: Type.Object({ findings: Type.Array(Type.Any()) }),
      },
      async (on) => ({ findings: await listFindings(on) }),
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/v1/log/checkpoint',
        summary:
          "Returns the signed head of the organisation's log. Store it elsewhere to detect later changes.",
        reply: Type.Object({ size: Type.Integer(), root: Type.String(), signature: Type.String() }),
      },
      async (on, { caller: { organisation } }) => ({
        organisation,
        ...(await existing(newestCheckpoint(on), 'checkpoint yet')),
      }),
    ),
  ];
}
