import type { UnknownWord, Word } from '../read/words/word.ts';
import type { Arguments, UsedOption } from './model.ts';

/**
 * The argv with each unknown word marked that is certainly a value: in `git commit -m "$X"` the program takes the word after
 * `-m` whatever it contains, so it becomes neither `push` nor `--no-verify`. This applies only to a word that remains one
 * argument, after an option that is spelled in full. After a word that may itself take the next one (`--new -m "$X"`), or an
 * unknown sub-command, nothing is certain.
 */
export function settledWords(args: Arguments): readonly Word[] {
  const { words, options } = args;
  const until = firstUnsure(args);
  const settled = new Map<number, UnknownWord>();
  for (const option of options) {
    if (option.value?.kind !== 'unknown' || option.until !== undefined || option.at >= until) continue;
    const place = option.value === words[option.at + 1] ? option.at + 1 : option.at;
    const word = words[place];
    if (word?.kind === 'unknown' && word.count === 'one' && isSpelled(option, words[option.at]))
      settled.set(place, { ...word, as: place === option.at ? 'option' : 'value' });
  }
  return settled.size === 0 ? words : words.map((word, at) => settled.get(at) ?? word);
}

function firstUnsure({ strangers, vague, strange, operands }: Arguments): number {
  const unknown = strange === undefined ? [] : [operands[0]?.at ?? 0];
  return Math.min(...strangers.map(({ at }) => at), ...vague, ...unknown);
}

/** Not an abbreviation: which option `--mes` is, and whether it takes a value, differs between versions. */
function isSpelled({ name }: UsedOption, word: Word | undefined): boolean {
  const text = word?.kind === 'literal' ? word.text : (word?.starts ?? '');
  return name.startsWith('--') ? text.split('=', 1)[0] === name : true;
}
