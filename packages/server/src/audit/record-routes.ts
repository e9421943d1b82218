import { organisationRoutes } from '../identity/index.ts';
import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { only, queries } from '../database/query.ts';
import { notFound } from '../route/problem.ts';
import { type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { consistencyOf, provenRecords } from './evidence.ts';

const sql = queries(import.meta.dirname);
const missingRecords = sql<{ unrecorded: number; holes: number }, { size: number }>('missing-records.sql');

const Place = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** People's actions, with proofs: administrative acts and votes as leaves of the log. */
export function recordRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/acts/evidence',
        summary:
          'Lists administrative acts and votes as recorded, with proofs that verify offline. Pass `from` for the next page.',
        query: exact({ from: Type.Optional(Place), since: Type.Optional(Place) }),
        reply: Type.Object({
          checkpoint: Type.Any(),
          records: Type.Array(Type.Any()),
          keys: Type.Array(Type.String()),
          next: Type.Union([Place, Type.Null()]),
          unrecorded: Type.Integer(),
          holes: Type.Integer(),
        }),
      },
      async (on, { caller: { organisation }, query: { from = 0, since } }) => {
        const found = await provenRecords(on, { organisation, approval: null, from });
        if (found === undefined) throw notFound('checkpoint yet');
        const { checkpoint, records } = found;
        const { size } = checkpoint;
        const last = records.at(-1)?.leaf;
        return {
          ...found,
          next: last === undefined || records.length < 1000 ? null : last + 1,
          ...(await only(missingRecords(on, { size }))),
          ...(since === undefined ? {} : { consistency: await consistencyOf(on, checkpoint, since) }),
        };
      },
    ),
  ];
}
