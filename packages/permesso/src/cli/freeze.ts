import { readFreeze, writeFreeze } from '../world/policy-freeze.ts';
import { findPlaces } from '../world/policy-places.ts';
import type { Command } from './command.ts';

export const freeze: Command = {
  name: 'freeze',
  summary: 'Denies every call of every agent of this user, from the next call on.',
  usage: 'freeze [--reason TEXT]',
  options: [
    { name: 'reason', value: 'TEXT', help: 'told to whoever is refused' },
    { name: 'json', help: 'what holds now, as JSON' },
  ],
  examples: [
    ['permesso freeze --reason "deploy in progress"', 'stops everything'],
    ['permesso thaw', 'lets it go on'],
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
