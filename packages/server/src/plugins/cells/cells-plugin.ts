import type { Plugin } from '../../plugin.ts';
import { routeToCells } from './route-to-cells.ts';
import { organisationNamed } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { MoveError, moveOrganisation, settleMove } from './move-organisation.ts';
import { only, queries } from '../../database/query.ts';
import type { Cell } from '../../database/cell.ts';

const sql = queries(import.meta.dirname);
const unfinishedDepartures = sql<{ organisation: string; cell: string }>('unfinished-departures.sql');

/** Completes moves whose movers are gone, so that their organisations are served again. */
async function settleMoves(cells: readonly Cell[]): Promise<number> {
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

const findPlace = sql<{ isThere: boolean; departs: boolean }, { organisation: string }>('find-place.sql');

async function homeOf(organisation: string, cells: readonly Cell[]): Promise<Cell> {
  for (const cell of cells) {
    const { isThere, departs } = await only(findPlace(cell.database.system, { organisation }));
    if (isThere && !departs) return cell;
  }
  throw new MoveError(
    'no cell serves the organisation: a move of it is under way, or its mover is gone and a server will end it within seconds',
  );
}

const moveCommand: OperatorCommand = {
  name: 'move-organisation',
  read: ([name, to, extra]) => {
    if (name === undefined || to === undefined || extra !== undefined)
      throw new OperatorError('say: move-organisation ORGANISATION CELL');
    return async ({ database, cells }) => {
      const organisation = await organisationNamed(database, name);
      const target = cells.find((cell) => cell.name === to);
      if (target === undefined)
        throw new MoveError(
          `there is no cell ${to}; PERMESSO_CELLS and DATABASE_URL name ${cells.map((cell) => cell.name).join(', ')}`,
        );
      const source = await homeOf(organisation, cells);
      if (source === target) throw new MoveError(`${name} lives in the cell ${to} already`);
      const { rows } = await moveOrganisation({ organisation, source, target });
      return { organisation, from: source.name, to, rows: String(rows) };
    };
  },
};

/** Organisations in several databases, if PERMESSO_CELLS names more than one. */
export const cellsPlugin: Plugin = {
  name: 'cells',
  commands: [moveCommand],
  joinCells: (cells) => routeToCells({ cells }),
  open: ({ cells, log }) => ({
    jobs: (_context, cell) => {
      if (cells.length === 1 || cell !== cells[0]) return [];
      const work = async (): Promise<void> => {
        const settled = await settleMoves(cells);
        if (settled > 0)
          log.warn({ organisations: settled }, 'a move of an organisation was ended for its mover');
      };
      return [{ work }];
    },
  }),
};
