import { printable } from '@permesso/engine/decision';
import { readFreeze, writeFreeze, findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command } from '../command.ts';

export const freeze: Command = {
  name: 'freeze',
  summary: 'Denies every call of every agent of this user, starting with the next call.',
  usage: 'freeze [REASON]',
  options: [
    { name: 'reason', value: 'TEXT', help: 'as REASON, which is shown with every denied call' },
    { name: 'json', help: 'print what is frozen now as JSON' },
  ],
  examples: [
    ['permesso freeze "deploy in progress"', 'stops everything'],
    ['permesso thaw', 'ends the freeze'],
  ],
  exitCodes: [[0, 'frozen']],
  run: (given, out) => {
    const [named, extra] = given.operands;
    if (extra !== undefined) throw new UsageError('put the reason in quotes');
    // `freeze status` is a query, not a freeze with the reason "status".
    if (named !== undefined && !named.includes(' '))
      throw new UsageError(`unexpected argument \`${named}\`; a reason has several words, or use --reason`);
    const places = findPlaces();
    const reason = given.value('reason') ?? named ?? 'frozen by the user';
    writeFreeze(places, { reason, since: new Date().toISOString() });
    const frozen = readFreeze(places);
    out.print(
      given.flag('json')
        ? JSON.stringify({ frozen })
        : `Frozen: ${printable(reason)}. \`permesso thaw\` ends it.`,
    );
    return 0;
  },
};
