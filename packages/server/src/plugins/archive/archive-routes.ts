import { organisationRoutes } from '../../identity/index.ts';
import { type Checkpoint, inclusionRuns } from '@permesso/protocol/proof';
import { Type } from 'typebox';
import { hashesOf, newestCheckpoint } from '../../audit/index.ts';
import type { ServerContext } from '../../module.ts';
import { first, queries, type Connection } from '../../database/query.ts';
import { type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';

interface ListedFile {
  readonly part: number;
  readonly digest: string;
  readonly entries: number;
  readonly bytes: number;
  readonly leaf: number | null;
}

const listDays = queries(import.meta.dirname)<
  { day: string; files: readonly ListedFile[] },
  { before: string }
>('list-days.sql');

const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

/** Days stored as files, and the proof that the log contains their digests. */
export function archiveRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/v1/archive',
        summary:
          'Lists closed days archived as Parquet files, newest first, 31 per page, with digests, log positions and proofs.',
        query: exact({ before: Type.Optional(Day) }),
        reply: Type.Object({ days: Type.Array(Type.Any()) }),
      },
      async (on, { caller: { organisation }, query: { before = '9999-12-31' } }) => {
        const head = await first(newestCheckpoint(on));
        const days = await listDays(on, { before });
        if (head === undefined) return { days };
        return { days: await proven(on, days, head), checkpoint: { organisation, ...head } };
      },
    ),
  ];
}

async function proven<D extends { readonly files: readonly ListedFile[] }>(
  on: Connection,
  days: readonly D[],
  { size }: Pick<Checkpoint, 'size'>,
): Promise<readonly D[]> {
  const runs = days.flatMap(({ files }) =>
    files.flatMap(({ leaf }) => (leaf === null || leaf >= size ? [] : [inclusionRuns(leaf, size)])),
  );
  const hashes = await hashesOf(on, runs.flat());
  let [run, at] = [0, 0];
  const proofOf = (leaf: number | null): readonly string[] | undefined => {
    if (leaf === null || leaf >= size) return undefined;
    const length = runs[run++]?.length ?? 0;
    const proof = hashes.slice(at, at + length).map((hash) => Buffer.from(hash).toString('hex'));
    at += length;
    return proof;
  };
  return days.map((day) => ({
    ...day,
    files: day.files.map((file) => ({ ...file, proof: proofOf(file.leaf) })),
  }));
}
