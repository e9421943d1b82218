import type { Plugin } from '../../plugin.ts';
import { moveCommand } from './move-command.ts';
import { routeToCells } from './route-to-cells.ts';
import { settleMoves } from './settle-moves.ts';

/** Organisations in several databases, where PERMESSO_CELLS names more than one. */
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
