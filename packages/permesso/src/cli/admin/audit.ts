import type { Command } from '../command.ts';
import { adminCommand, table } from './admin-command.ts';
import { everyPerson, minuteOf, namesFor, rowsOf, shortId, textOf } from './find-named.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';
import { wholeNumber } from './whole-number.ts';

export const audit: Command = adminCommand({
  name: 'audit',
  summary: 'Shows who administered what, newest first.',
  actions: [
    {
      options: [{ name: 'most', value: 'N', help: 'how many acts (default: 50)' }],
      run: async (at) => {
        const acts = await newestActs(at.server, wholeNumber(at, 'most', 50));
        const names = await namesFor(at.server, await everyPerson(at.server));
        return table(acts, {
          head: ['AT (UTC)', 'WHO', 'ACT', 'ABOUT'],
          rows: acts.map((row) => [
            minuteOf(row, 'at'),
            actorText(row, names.person),
            textOf(row, 'act'),
            aboutText(row, names.person),
          ]),
          none: 'There are no administrative acts.',
        });
      },
    },
  ],
  examples: [
    ['permesso admin audit', 'the last fifty acts'],
    ['permesso admin audit --most 1000 --json', 'for programs, with every detail'],
  ],
});

async function newestActs(server: PersonServer, most: number): Promise<readonly ServerAnswer[]> {
  const acts: ServerAnswer[] = [];
  for (;;) {
    const last = acts.at(-1);
    const before = last === undefined ? '' : `?before=${textOf(last, 'id')}`;
    const page = rowsOf(await server.ask(`GET /v1/acts${before}`), 'acts');
    acts.push(...page);
    if (page.length === 0 || acts.length >= most) return acts.slice(0, most);
  }
}

type NameOf = (id: string) => string;

const uuidText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** `person:UUID`, `agent:UUID`, or a word. */
function actorText(row: ServerAnswer, nameOf: NameOf): string {
  const actor = row['actor'];
  const text = typeof actor === 'string' ? actor : JSON.stringify(actor ?? '');
  return text.replaceAll(uuidText, (id) => nameOf(id)).replace(/^person:/, '');
}

function aboutText(row: ServerAnswer, nameOf: NameOf): string {
  const subject = textOf(row, 'subject').replaceAll(uuidText, (id) => nameOf(id) || shortId(id));
  const detail = row['detail'];
  const isEmpty = typeof detail !== 'object' || detail === null || Object.keys(detail).length === 0;
  return isEmpty ? subject : `${subject} ${JSON.stringify(detail).replaceAll(uuidText, (id) => nameOf(id))}`;
}
