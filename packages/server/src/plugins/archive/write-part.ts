import { stat } from 'node:fs/promises';
import type { ArchiveEngine, ArchiveRow, PartToWrite } from '@permesso/archive';
import { query } from './archive-query.ts';
import { digestOf } from './verify-file.ts';

export interface WrittenPart {
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
  readonly entries: number;
  readonly first: ArchiveRow;
  readonly last: ArchiveRow;
}

const folder = import.meta.dirname;
const countPart = query<
  { readonly entries: number },
  { readonly files: readonly string[]; readonly organisation: string }
>(folder, 'count-part.sql');

/**
 * Writes one Parquet file, in the order in which entries are read; nothing for no rows. The same rows give the same
 * bytes, so a server killed after writing a file writes it again under the same name.
 */
export async function writePart(
  engine: ArchiveEngine,
  { pages, ...part }: PartToWrite,
): Promise<WrittenPart | undefined> {
  const { organisation, path } = part;
  let first: ArchiveRow | undefined;
  let last: ArchiveRow | undefined;
  let entries = 0;
  async function* counted(): AsyncGenerator<readonly ArchiveRow[]> {
    for await (const rows of pages) {
      first ??= rows[0];
      last = rows.at(-1) ?? last;
      entries += rows.length;
      yield rows;
    }
  }
  await engine.write({ ...part, pages: counted() });
  if (first === undefined || last === undefined) return undefined;
  const [found] = await countPart(engine, { files: [path], organisation });
  if (found?.entries !== entries)
    throw new Error(`a file of ${entries} entries was written and ${found?.entries} can be read`);
  return { path, digest: await digestOf(path), bytes: (await stat(path)).size, entries, first, last };
}
