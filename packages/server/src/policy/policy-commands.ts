import { organisationNamed } from '../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../operator-command.ts';
import { approveVersion } from './operator-review.ts';
import { rotateSigningKey } from './rotate-key.ts';

export const policyCommands: readonly OperatorCommand[] = [
  {
    name: 'approve-version',
    read: ([name = '', project = '', number = '', extra]) => {
      if (project === '' || !/^[1-9]\d{0,8}$/.test(number) || extra !== undefined)
        throw new OperatorError(
          'usage: approve-version ORGANISATION PROJECT VERSION; `baseline` is the project of the organisation',
        );
      return async ({ database }) => {
        const organisation = await organisationNamed(database, name);
        await database.asOrganisation(organisation, (on) => approveVersion(on, project, Number(number)));
        return { approved: `version ${number} of ${project}` };
      };
    },
  },
  {
    name: 'rotate-key',
    read: ([name, extra]) => {
      if (name === undefined || extra !== undefined) throw new OperatorError('say: rotate-key ORGANISATION');
      return async ({ database, settings: { secret } }) => {
        const organisation = await organisationNamed(database, name);
        const { number, publicKey } = await rotateSigningKey({ database, organisation, secret });
        return { number: String(number), key: publicKey };
      };
    },
  },
];
