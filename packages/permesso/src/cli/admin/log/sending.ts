import { UsageError, type Command } from '../../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from '../admin-command.ts';
import { rowsOf, textOf } from '../find-named.ts';
import { machineNamed } from '../machines.ts';
import { wholeNumber } from '../whole-number.ts';

const texts = {
  everything: 'Machines send every entry of their logs.',
  thinned:
    'Machines send every deny, ask and answer, the first of each kind of allow, and signed counts for the rest.',
} as const;

export const sending: Command = adminCommand({
  name: 'sending',
  summary: 'Shows or sets what machines send of their logs; demands what was only counted.',
  actions: [
    {
      verb: 'show',
      run: async ({ server }) => {
        const found = await server.ask('GET /v1/sending');
        return sentences(found, found['send'] === 'thinned' ? texts.thinned : texts.everything);
      },
    },
    { verb: 'everything', run: (at) => chooseSending(at, 'everything') },
    { verb: 'thinned', run: (at) => chooseSending(at, 'thinned') },
    {
      verb: 'demand',
      takes: 'MACHINE',
      options: [{ name: 'entry', value: 'N', help: 'the number of the entry that holds the counts' }],
      run: async (at) => {
        const last = wholeNumber(at, 'entry', undefined);
        if (last === undefined) throw new UsageError('say which entry of counts: --entry N');
        const found = await machineNamed(at.server, at.operands[0] ?? '');
        const asked = await at.server.ask(`POST /v1/agents/${textOf(found, 'id')}/demands`, { last });
        return sentences(
          asked,
          `${textOf(found, 'name')} is asked for entries ${textOf(asked, 'first')} to ${textOf(asked, 'last')}, which it sends at its next sync.`,
        );
      },
    },
    {
      verb: 'demands',
      takes: 'MACHINE',
      run: async ({ server, operands: [text = ''] }) => {
        const found = await machineNamed(server, text);
        const demands = rowsOf(await server.ask(`GET /v1/agents/${textOf(found, 'id')}/demands`), 'demands');
        return table(demands, {
          head: ['FIRST', 'LAST', 'ANSWERED', 'WRONG'],
          rows: demands.map((row) => [
            textOf(row, 'first'),
            textOf(row, 'last'),
            textOf(row, 'answeredAt') === '' ? 'not yet' : textOf(row, 'answeredAt'),
            Array.isArray(row['problems']) ? row['problems'].join('; ') : '',
          ]),
          none: 'Nothing was asked of it.',
        });
      },
    },
  ],
  examples: [
    ['permesso admin sending', 'whether machines send everything'],
    ['permesso admin sending thinned', 'fewer entries, with signed counts for the rest'],
    ['permesso admin sending demand build-7 --entry 214', 'the entries that entry 214 counts'],
    ['permesso admin sending demands build-7', 'what was demanded of it, and what was wrong'],
  ],
});

async function chooseSending({ server }: AdminInput, send: keyof typeof texts): Promise<AdminResult> {
  const found = await server.ask('PUT /v1/sending', { send });
  return sentences(found, texts[send], 'Each learns it with the next policy that it fetches.');
}
