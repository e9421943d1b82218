import { readFreeze, removeFreeze, findPlaces } from '@permesso/gate/disk';
import { printable } from '@permesso/engine/decision';
import type { Command } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';

export const thaw: Command = {
  name: 'thaw',
  summary: 'Ends what `permesso freeze` began.',
  usage: 'thaw',
  options: [{ name: 'json', help: 'print what was frozen as JSON' }],
  examples: [['permesso thaw', 'calls are decided by the policy again']],
  alone: true,
  exitCodes: [
    [0, 'nothing is frozen now'],
    [1, 'nobody confirmed it'],
  ],
  run: async (given, out) => {
    const places = findPlaces();
    const was = readFreeze(places);
    const question = `End the freeze (${printable(was?.reason ?? '')})?`;
    if (was !== undefined && !(await confirmLoosening(question, out))) return 1;
    removeFreeze(places);
    if (given.flag('json')) out.print(JSON.stringify({ was: was ?? null }));
    else
      out.print(
        was === undefined ? 'Nothing was frozen.' : `Thawed. It was frozen: ${printable(was.reason)}.`,
      );
    return 0;
  },
};
