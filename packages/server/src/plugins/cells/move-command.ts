import { organisationNamed } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { homeOf } from './home-of.ts';
import { MoveError, moveOrganisation } from './move-organisation.ts';

export const moveCommand: OperatorCommand = {
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
