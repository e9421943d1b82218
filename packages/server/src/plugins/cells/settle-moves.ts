import { query } from '../../database/query.ts';
import type { Cell } from '../../database/cell.ts';
import { settleMove } from './move-organisation.ts';

const unfinishedDepartures = query<{ readonly organisation: string; readonly cell: string }>(
  import.meta.dirname,
  'unfinished-departures.sql',
);

/** Follows movers that are gone, so that their organisations are served again. */
export async function settleMoves(cells: readonly Cell[]): Promise<number> {
  let settled = 0;
  for (const source of cells)
    for (const { organisation, cell } of await unfinishedDepartures(source.database.system)) {
      const target = cells.find(({ name }) => name === cell);
      if (target === undefined)
        throw new Error(
          `an organisation is on its way to the cell ${cell}, which PERMESSO_CELLS does not name`,
        );
      if (await settleMove({ organisation, source, target })) settled += 1;
    }
  return settled;
}
