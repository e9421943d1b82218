import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { only, query } from '../database/query.ts';
import { notFound } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { consistencyOf, provenRecords } from './evidence.ts';

const folder = import.meta.dirname;
const missingRecords = query<
  { readonly unrecorded: number; readonly holes: number },
  { readonly size: number }
>(folder, 'missing-records.sql');

const Place = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What people did, with proofs: administrative acts and votes as leaves of the log. */
export function recordRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/acts/evidence',
        summary:
          'Lists administrative acts and votes as recorded, with proofs that verify offline. Pass `from` for the next page.',
        query: exact({ from: Type.Optional(Place), since: Type.Optional(Place) }),
        replies: {
          200: Type.Object({
            checkpoint: Type.Any(),
            records: Type.Array(Type.Any()),
            keys: Type.Array(Type.String()),
            next: Type.Union([Place, Type.Null()]),
            unrecorded: Type.Integer(),
            holes: Type.Integer(),
          }),
        },
      },
      async ({ caller: { organisation }, query: { from = 0, since } }) => ({
        status: 200,
        json: await database.asOrganisation(organisation, async (on) => {
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
        }),
      }),
    ),
  ];
}
