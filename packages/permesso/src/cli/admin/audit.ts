import { isRecord } from '@permesso/engine/call';
import type { Command } from '../command.ts';
import { adminCommand, table } from './admin-command.ts';
import { everyPerson, minuteOf, namesFor, rowsOf, shortId, textOf } from './find-named.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';
import { everyRecord, verifyRecords } from './verify-records.ts';
import { wholeNumber } from './whole-number.ts';

export const audit: Command = adminCommand({
  name: 'audit',
  summary: 'Shows who administered what, newest first.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'most', value: 'N', help: 'how many acts (default: 50)' }],
      run: async (at) => {
        const acts = await newestActs(at.server, wholeNumber(at, 'most', 50));
        const names = await namesFor(at.server, await everyPerson(at.server));
        const nameOf = (id: string): string =>
          names.person(id) === shortId(id) ? names.project(id) : names.person(id);
        return table(acts, {
          head: ['AT (UTC)', 'WHO', 'ACT', 'ABOUT'],
          rows: acts.map((row) => [
            minuteOf(row, 'at'),
            actorText(row, nameOf),
            textOf(row, 'act'),
            aboutText(row, nameOf),
          ]),
          none: 'There are no administrative acts.',
        });
      },
    },
    {
      verb: 'export',
      run: async (at) => {
        const evidence = await everyRecord(at.server);
        return { json: evidence, lines: () => [JSON.stringify(evidence)] };
      },
    },
    {
      verb: 'verify',
      takes: '[FILE]',
      options: [
        {
          name: 'key',
          value: 'KEY',
          repeats: true,
          help: "the organisation's key, base64url (default: what the answer names)",
        },
        { name: 'since', value: 'FILE', help: 'an earlier export, of which this must be a continuation' },
      ],
      run: verifyRecords,
    },
  ],
  examples: [
    ['permesso admin audit', 'the last fifty acts'],
    ['permesso admin audit --most 1000 --json', 'for programs, with every detail'],
    ['permesso admin audit export > audit.json', 'acts and votes with proofs that need no server'],
    ['permesso admin audit verify', 'whether an act or a vote was changed since it was recorded'],
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

const digestText = /\b[\da-f]{64}\b/g;
const uuidText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** `person:UUID`, `agent:UUID`, or a word. */
function actorText(row: ServerAnswer, nameOf: NameOf): string {
  const actor = row['actor'];
  const text = typeof actor === 'string' ? actor : JSON.stringify(actor ?? '');
  return text.replaceAll(uuidText, (id) => nameOf(id)).replace(/^person:/, '');
}

/** `shop, stage=all, version=1`. What is absent is left out; `--json` has all of it. */
function aboutText(row: ServerAnswer, nameOf: NameOf): string {
  const shown = (text: string): string =>
    text.replaceAll(uuidText, (id) => nameOf(id)).replaceAll(digestText, (digest) => shortId(digest));
  const { detail } = row;
  const fields = isRecord(detail) ? Object.entries(detail).filter(([, value]) => value !== null) : [];
  const texts = fields.map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [textOf(row, 'subject'), ...texts].map(shown).join(', ');
}
