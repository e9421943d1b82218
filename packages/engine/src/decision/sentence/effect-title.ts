import { effectNames, effectTable, effectWords } from '../../facts/effect.ts';
import type { Part } from '../../facts/part.ts';
import { fill } from '../../messages/fill.ts';
import { clauses, titles } from '../../messages/sentences.ts';
import type { SentenceContext } from './effect-clause.ts';
import { sentenceOf } from './effect-sentence.ts';

/** Words that follow "wants to": `overwrite origin/main, which others see`. Every part has a title. */
export function effectTitle(part: Part, about: SentenceContext): string {
  const { whole, clause = '', name: written, open } = sentenceOf(part, about);
  // The call is shown below the title, so the title only names the command.
  const name = written !== undefined && written.length > 50 ? `${written.slice(0, 48)}…\`` : written;
  if (open !== undefined) return titles[open];
  if (whole !== undefined) return infinitive(whole);
  if (name === undefined) return infinitive(clause);
  if (clause === clauses.unknownProgram) return fill(titles.unknownProgram, { name });
  if (/^(?:may|can) /u.test(clause)) return fill(titles.mayDo, { name, does: clause });
  // The generic text of an effect would fit a hundred other commands.
  const generic = effectNames.find((effect) => clause.startsWith(effectTable[effect].says));
  return generic === undefined
    ? infinitive(clause)
    : fill(titles.withCommand, { does: infinitive(effectWords(generic)), name });
}

/** `publishes this package` becomes an infinitive; in `packs or unpacks files`, both verbs do. */
function infinitive(clause: string): string {
  return clause
    .replace(/^[a-z]+/u, baseOf)
    .replace(/^([a-z]+ (?:and|or) )([a-z]+s)\b/u, (_, first: string, verb: string) => first + baseOf(verb));
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['has', 'have'],
  ['is', 'be'],
  ['does', 'do'],
]);

function baseOf(verb: string): string {
  const known = irregular.get(verb);
  if (known !== undefined) return known;
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return verb.replace(/(?<=sh|ch|x|ss|o)es$|s$/u, '');
}
