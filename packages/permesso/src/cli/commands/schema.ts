import { policySchema } from '@permesso/engine/text';
import type { Command } from '../command.ts';

export const schema: Command = {
  name: 'schema',
  summary: 'Prints the JSON Schema of policy files, for editors.',
  usage: 'schema',
  options: [{ name: 'json', help: 'on one line' }],
  examples: [['permesso schema > policy.schema.json', 'a file that an editor can be pointed at']],
  alone: true,
  exitCodes: [[0, 'always']],
  run: (given, out) => {
    out.print(JSON.stringify(policySchema(), undefined, given.flag('json') ? 0 : 2));
    return 0;
  },
};
