import { definedFields, isRecord } from '@permesso/engine/call';
import { table, type AdminInput, type AdminResult } from '../admin-result.ts';
import { everyPerson, minuteOf, namesFor, rowsOf, shortId, textOf } from '../find-named.ts';
import type { PersonServer, ServerAnswer } from '../person-server.ts';
import { readNumber } from '../read-number.ts';

export async function listActs({ server, value }: AdminInput): Promise<AdminResult> {
  const span = new URLSearchParams(definedFields({ since: value('since'), until: value('until') }));
  const acts = await newestActs(server, { most: readNumber('--most', value('most') ?? '50'), span });
  const names = await namesFor(server, await everyPerson(server));
  const nameOf = (id: string): string =>
    names.person(id) === shortId(id) ? names.project(id) : names.person(id);
  return table(acts, {
    head: ['AT (UTC)', 'WHO', 'FROM', 'ACT', 'ABOUT'],
    rows: acts.map((row) => [
      minuteOf(row, 'at'),
      actorText(row, nameOf),
      textOf(row, 'address'),
      textOf(row, 'act'),
      aboutText(row, nameOf),
    ]),
    none: 'There are no administrative acts.',
  });
}

interface Wanted {
  readonly most: number;
  readonly span: URLSearchParams;
}

async function newestActs(server: PersonServer, { most, span }: Wanted): Promise<readonly ServerAnswer[]> {
  const acts: ServerAnswer[] = [];
  for (;;) {
    const last = acts.at(-1);
    if (last !== undefined) span.set('before', textOf(last, 'id'));
    const page = rowsOf(await server.ask(`GET /v1/acts?${span.toString()}`), 'acts');
    acts.push(...page);
    if (page.length === 0 || acts.length >= most) return acts.slice(0, most);
  }
}

type NameOf = (id: string) => string;

const digestText = /\b[\da-f]{64}\b/g;
const uuidText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** `person:UUID`, `agent:UUID`, or a keyword. */
function actorText(row: ServerAnswer, nameOf: NameOf): string {
  const actor = row['actor'];
  const text = typeof actor === 'string' ? actor : JSON.stringify(actor ?? '');
  return text.replaceAll(uuidText, (id) => nameOf(id)).replace(/^person:/, '');
}

/** `shop, stage=all, version=1`. Absent fields are left out; `--json` has all of them. */
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
