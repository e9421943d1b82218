import type { Connection } from '../../database/query.ts';
import { OperatorError, type OperatorCommand, type OperatorPlace } from '../../operator-command.ts';
import { organisationNamed } from '../operator.ts';
import { confirmAct, listPendingActs, refuseAct } from './pending-acts.ts';

/** Confirms in place of a second person if the organisation has only one. */
export const pendingCommands: readonly OperatorCommand[] = [
  {
    name: 'pending',
    read: ([name = '', extra]) => {
      if (name === '' || extra !== undefined) throw new OperatorError('say: pending ORGANISATION');
      return async ({ database }) => {
        const id = await organisationNamed(database, name);
        const acts = await database.asOrganisation(id, (on) => listPendingActs(on, { act: null }));
        return Object.fromEntries(
          acts.map((act) => [
            String(act['id']),
            `${String(act['act'])} ${String(act['subject'])}, asked for by ${String(act['askedByName'])}`,
          ]),
        );
      };
    },
  },
  settleCommand('confirm', async (on, id, { organisation, kinds, settings: { secret: keys } }) => {
    await confirmAct(on, id, { by: 'operator', organisation, keys, kinds });
    return { confirmed: id };
  }),
  settleCommand('refuse', async (on, id) => {
    await refuseAct(on, id, 'operator');
    return { refused: id };
  }),
];

function settleCommand(
  command: string,
  settle: (
    on: Connection,
    id: string,
    at: OperatorPlace & { readonly organisation: string },
  ) => Promise<Readonly<Record<string, string>>>,
): OperatorCommand {
  return {
    name: command,
    read: ([name = '', id = '', extra]) => {
      if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) || extra !== undefined)
        throw new OperatorError(
          `usage: ${command} ORGANISATION ID, with an identifier that \`pending ORGANISATION\` prints`,
        );
      return async (at) => {
        const organisation = await organisationNamed(at.database, name);
        return await at.database.asOrganisation(organisation, (on) =>
          settle(on, id, { ...at, organisation }),
        );
      };
    },
  };
}
