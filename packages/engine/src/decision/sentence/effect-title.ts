import { effectTable } from '../../facts/effect.ts';
import type { Part } from '../../facts/part.ts';
import { fill } from '../../messages/fill.ts';
import { titles, wholeSentences, clauses } from '../../messages/sentences.ts';
import type { SentenceContext } from './effect-clause.ts';
import { sentenceOf, worstEffect } from './effect-sentence.ts';
import { placeOf } from './place-of.ts';
import { secretSent } from './secret-sent.ts';
import { toldClause } from './told-clause.ts';

/** What a part would do, in words that follow "wants to": `overwrite origin/main, which others see`. There is one for every part. */
export function effectTitle(part: Part, about: SentenceContext): string {
  const leak = secretSent(part, about);
  if (leak !== undefined) return infinitive(leak);
  const { whole, clause: said = '', name: written, open } = sentenceOf(part, about);
  const { effect } = worstEffect(part, about);
  const clause =
    effect === 'remote-run' || placeOf(part) !== undefined ? toldClause(part, effect, about) : said;
  // The call is shown below it: a title names the command, and no more.
  const name = written !== undefined && written.length > 50 ? `${written.slice(0, 48)}…\`` : written;
  if (open !== undefined) return titles[open];
  if (whole === wholeSentences.openCall) return titles.openCall;
  if (whole !== undefined) return infinitive(whole);
  if (name === undefined) return infinitive(clause);
  if (clause === clauses.unknownProgram) return fill(titles.unknownProgram, { name });
  if (/^(?:may|can) /u.test(clause)) return fill(titles.mayDo, { name, does: clause });
  // What the effect alone says is as true of a hundred other commands.
  const generic = Object.values(effectTable).find(({ says }) => clause.startsWith(says))?.says;
  return generic === undefined
    ? infinitive(clause)
    : fill(titles.withCommand, { does: infinitive(generic).replace(/[,;].*/u, ''), name });
}

/** `publishes this package` as it follows "to"; of `packs or unpacks files` both verbs. */
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
