import type { UnknownWord, Word } from '../read/words/word.ts';
import type { Arguments, UsedOption } from './model.ts';

/**
 * The argv with each unknown word marked that is surely a value: in `git commit -m "$X"` the program takes the word behind
 * `-m` whatever it holds, so it becomes neither `push` nor `--no-verify`. Only a word that stays one argument, behind an
 * option that the row spells in full. Behind a word that may itself take what follows (`--new -m "$X"`), or a sub-command
 * that is not known, nothing is sure.
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
