import { only, query } from '../../database/query.ts';
import type { Cell } from '../../database/cell.ts';
import { MoveError } from './move-organisation.ts';

const findPlace = query<
  { readonly isThere: boolean; readonly departs: boolean },
  { readonly organisation: string }
>(import.meta.dirname, 'find-place.sql');

export async function homeOf(organisation: string, cells: readonly Cell[]): Promise<Cell> {
  for (const cell of cells) {
    const { isThere, departs } = await only(findPlace(cell.database.system, { organisation }));
    if (isThere && !departs) return cell;
  }
  throw new MoveError(
    'no cell serves the organisation: a move of it is under way, or its mover is gone and a server will end it within seconds',
  );
}
