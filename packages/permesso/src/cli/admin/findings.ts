import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table } from './admin-command.ts';
import { minuteOf, rowsOf, shortId, textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

export const findings: Command = adminCommand({
  name: 'findings',
  summary: 'Shows what is wrong with the logs that machines sent, and acknowledges it.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'open', help: 'only those that nobody has acknowledged' }],
      run: async ({ server, flag }) => {
        const every = rowsOf(await server.ask('GET /v1/findings'), 'findings');
        const found = every.filter((row) => !flag('open') || isUnacknowledged(row));
        return table(found, {
          head: ['ID', 'STATE', 'FOUND (UTC)', 'MACHINE', 'WHAT', 'ENTRIES'],
          rows: found.map((row) => [
            textOf(row, 'id'),
            isUnacknowledged(row) ? 'open' : `acknowledged: ${textOf(row, 'reason')}`,
            minuteOf(row, 'foundAt'),
            textOf(row, 'agentName') || shortId(textOf(row, 'agent')),
            textOf(row, 'what'),
            entriesText(row),
          ]),
          none: 'No findings.',
        });
      },
    },
    {
      verb: 'acknowledge',
      takes: 'FINDING',
      options: [{ name: 'reason', value: 'TEXT', help: 'why it is harmless; kept on record' }],
      run: async ({ server, operands: [id = ''], value }) => {
        if (!/^\d{1,18}$/.test(id)) throw new UsageError(`\`${id}\` is not a number of a finding`);
        const reason = value('reason');
        if (reason === undefined) throw new UsageError('why is it no reason to worry? say --reason TEXT');
        await server.ask(`POST /v1/findings/${id}/acknowledge`, { reason });
        return sentences({ id, acknowledged: true, reason }, `Acknowledged finding ${id}.`);
      },
    },
  ],
  examples: [
    ['permesso admin findings', 'gaps, changed entries, forks, and agents that understate'],
    ['permesso admin findings acknowledge 17 --reason "disk was replaced"', 'as an admin; it stays listed'],
  ],
});

function isUnacknowledged(row: ServerAnswer): boolean {
  return textOf(row, 'acknowledgedAt') === '';
}

function entriesText(row: ServerAnswer): string {
  const [first, last] = [textOf(row, 'first'), textOf(row, 'last')];
  return first === last ? first : `${first} to ${last}`;
}
