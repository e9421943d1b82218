import { isRecord } from '@permesso/engine/call';
import { UsageError, type Command, type CommandOption } from '../../command.ts';
import { adminCommand, table, type AdminGiven } from '../admin-command.ts';
import { minuteOf, rowsOf, textOf } from '../find-named.ts';
import type { ServerAnswer } from '../person-server.ts';

const formats = ['jsonl', 'csv', 'ocsf', 'otlp'];

const searchOptions: readonly CommandOption[] = [
  {
    name: 'from',
    value: 'TIME',
    help: 'received since: 2026-11-17, or with a time in UTC (default: yesterday)',
  },
  { name: 'to', value: 'TIME', help: 'received before (default: tomorrow)' },
  { name: 'verdict', value: 'VERDICT', help: 'allow, ask or deny' },
  { name: 'tool', value: 'NAME', help: 'calls of this tool' },
  { name: 'text', value: 'TEXT', help: 'entries that contain it' },
];

export const entries: Command = adminCommand({
  name: 'entries',
  summary: 'Searches and exports what machines recorded.',
  actions: [
    {
      verb: 'list',
      options: searchOptions,
      run: async (at) => {
        const search = searchOf(at);
        const found: ServerAnswer[] = [];
        for (;;) {
          const reply = await at.server.ask(`GET /v1/entries?${search.toString()}`);
          found.push(...rowsOf(reply, 'entries'));
          const next = textOf(reply, 'next');
          if (next === '') break;
          search.set('next', next);
        }
        return table(found, {
          head: ['AT (UTC)', 'ENTRY', 'VERDICT', 'CALL'],
          rows: found.map(entryRow),
          none: 'No entries were received then.',
        });
      },
    },
    {
      verb: 'export',
      takes: formats.join('|'),
      options: searchOptions,
      run: async (at) => {
        const [format = ''] = at.operands;
        if (!formats.includes(format))
          throw new UsageError(`there is no format \`${format}\`; say ${formats.join(', ')}`);
        const text = await at.server.text(`/v1/entries/export/${format}?${searchOf(at).toString()}`);
        return { json: { format, text }, lines: () => [text.trimEnd()] };
      },
    },
  ],
  examples: [
    ['permesso admin entries --verdict deny', 'what was denied since yesterday'],
    ['permesso admin entries export csv --from 2026-11-01 > november.csv', 'for a spreadsheet'],
  ],
});

function searchOf({ value }: AdminGiven): URLSearchParams {
  const day = 24 * 60 * 60_000;
  const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const search = new URLSearchParams({ from: dateOf(Date.now() - day), to: dateOf(Date.now() + day) });
  for (const { name } of searchOptions) {
    const said = value(name);
    if (said !== undefined) search.set(name, said);
  }
  return search;
}

function entryRow(row: ServerAnswer): readonly string[] {
  const entry = isRecord(row['entry']) ? row['entry'] : {};
  const call = isRecord(entry['call']) ? entry['call'] : {};
  const input = isRecord(call['input']) ? call['input'] : {};
  const by = textOf(entry, 'by');
  return [
    minuteOf(row, 'receivedAt') || minuteOf(entry, 'at'),
    textOf(entry, 'type'),
    textOf(entry, 'verdict'),
    [textOf(call, 'tool'), textOf(input, 'command'), by === '' ? '' : `by ${by}`]
      .filter((each) => each !== '')
      .join(' '),
  ];
}
