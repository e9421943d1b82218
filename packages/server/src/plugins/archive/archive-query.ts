import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveEngine, ArchiveValue } from '@permesso/archive';
import { numberParameters } from '../../database/query.ts';

export type ArchiveQuery<R, P> = (engine: ArchiveEngine, values: P) => Promise<readonly R[]>;

/** One statement per file, as for the database: values never become statement text. Nullable values are text. */
export function query<R extends object, P extends object>(folder: string, file: string): ArchiveQuery<R, P> {
  const { text, names } = numberParameters(readFileSync(join(folder, file), 'utf8'));
  return async (engine, given) => {
    const values = new Map<string, ArchiveValue>(Object.entries(given));
    const rows = await engine.read(
      text,
      names.map((name) => values.get(name) ?? null),
    );
    return rows as readonly R[];
  };
}
