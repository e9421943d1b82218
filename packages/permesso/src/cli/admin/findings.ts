import type { Command } from '../command.ts';
import { adminCommand, table } from './admin-command.ts';
import { minuteOf, rowsOf, shortId, textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

export const findings: Command = adminCommand({
  name: 'findings',
  summary: 'Shows what is wrong with the logs that machines sent.',
  actions: [
    {
      run: async ({ server }) => {
        const found = rowsOf(await server.ask('GET /v1/findings'), 'findings');
        return table(found, {
          head: ['FOUND (UTC)', 'MACHINE', 'WHAT', 'ENTRIES'],
          rows: found.map((row) => [
            minuteOf(row, 'foundAt'),
            textOf(row, 'agentName') || shortId(textOf(row, 'agent')),
            textOf(row, 'what'),
            entriesText(row),
          ]),
          none: 'No findings.',
        });
      },
    },
  ],
  examples: [['permesso admin findings', 'gaps, changed entries, forks, and agents that understate']],
});

function entriesText(row: ServerAnswer): string {
  const [first, last] = [textOf(row, 'first'), textOf(row, 'last')];
  return first === last ? first : `${first} to ${last}`;
}
