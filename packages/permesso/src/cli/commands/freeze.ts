import { readFreeze, writeFreeze, findPlaces } from '@permesso/gate/storage';
import type { Command } from '../command.ts';

export const freeze: Command = {
  name: 'freeze',
  summary: 'Denies every call of every agent of this user, starting with the next call.',
  usage: 'freeze [--reason TEXT]',
  options: [
    { name: 'reason', value: 'TEXT', help: 'shown with every denied call' },
    { name: 'json', help: 'what holds now, as JSON' },
  ],
  examples: [
    ['permesso freeze --reason "deploy in progress"', 'stops everything'],
    ['permesso thaw', 'ends the freeze'],
  ],
  alone: true,
  exitCodes: [[0, 'frozen']],
  run: (given, out) => {
    const places = findPlaces();
    const reason = given.value('reason') ?? 'frozen by the user';
    writeFreeze(places, { reason, since: new Date().toISOString() });
    const frozen = readFreeze(places);
    out.print(
      given.flag('json') ? JSON.stringify({ frozen }) : `Frozen: ${reason}. \`permesso thaw\` ends it.`,
    );
    return 0;
  },
};
