import { Type } from 'typebox';
import { type Checkpoint, inclusionRuns, type ProvenRecord } from '@permesso/protocol/proof';
import type { ServerContext } from '../module.ts';
import { first, only, query } from '../database/query.ts';
import { publicKeys } from '../identity/index.ts';
import { notFound } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { consistencyOf } from './evidence.ts';
import { hashesOf } from './tree.ts';

const folder = import.meta.dirname;
const newestCheckpoint = query<Omit<Checkpoint, 'organisation'>>(folder, 'log-size.sql');
const listRecords = query<Omit<ProvenRecord, 'proof'>, { readonly from: number; readonly size: number }>(
  folder,
  'list-records.sql',
);
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
          const newest = await first(newestCheckpoint(on));
          if (newest === undefined) throw notFound('checkpoint yet');
          const checkpoint = { organisation, ...newest };
          const { size } = checkpoint;
          const records = await listRecords(on, { from, size });
          const runs = records.map(({ leaf }) => inclusionRuns(leaf, size));
          const hashes = (await hashesOf(on, runs.flat())).map((hash) => Buffer.from(hash).toString('hex'));
          let at = 0;
          const proven = records.map((record, index): ProvenRecord => {
            const length = runs[index]?.length ?? 0;
            at += length;
            return { ...record, proof: hashes.slice(at - length, at) };
          });
          const last = records.at(-1)?.leaf;
          return {
            checkpoint,
            records: proven,
            keys: await publicKeys(on),
            next: last === undefined || records.length < 1000 ? null : last + 1,
            ...(await only(missingRecords(on, { size }))),
            ...(since === undefined ? {} : { consistency: await consistencyOf(on, checkpoint, since) }),
          };
        }),
      }),
    ),
  ];
}
