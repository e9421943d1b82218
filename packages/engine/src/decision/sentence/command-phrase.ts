import type { EffectName } from '../../facts/effect.ts';
import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';
import { commandPhrases } from '../../messages/command-phrases.ts';
import { clauses } from '../../messages/sentences.ts';
import { listed, spelledWord } from './shown-names.ts';

/** `merges the pull request 12`: a readable phrase, from the entry with the most matching words. */
export function commandPhrase(effect: EffectName | 'elsewhere', words: readonly Word[]): string | undefined {
  const texts = words.map((word) => literalOf(word));
  const fitting = Object.entries(commandPhrases[effect] ?? {})
    .flatMap(([commands, phrase]) => commands.split(', ').map((command) => ({ command, phrase })))
    .flatMap(({ command, phrase }) => {
      const end = endOf(command.split(' '), texts);
      return end === undefined ? [] : [{ command, phrase, end }];
    })
    .toSorted((a, b) => b.command.length - a.command.length);
  const [best] = fitting;
  if (best === undefined) return undefined;
  return filledWith(best.phrase, words, best.end);
}

function filledWith(phrase: string, words: readonly Word[], end: number): string | undefined {
  const [named = '', otherwise, fromPlace] = phrase.split(' | ');
  const place = /\{(\w+[=:])\}/u.exec(named)?.[1];
  if (place !== undefined) {
    const placed = wordWith(place, words);
    return placed === undefined ? otherwise : named.replace(`{${place}}`, placed);
  }
  const given = operandsFrom(words, end);
  const operands = given.map((word) => spelledWord(word)).map((text) => (text === '.' ? clauses.here : text));
  const least = /\{(?:most|rest)\}/u.test(named) ? 2 : Number(named.includes('{'));
  if (operands.length < least) return otherwise;
  const whole = given.some((word) => packagePlace.test(literalOf(word) ?? '')) ? (fromPlace ?? named) : named;
  return whole
    .replace('{}', listed(operands))
    .replace('{rest}', listed(operands.slice(1)))
    .replace('{most}', listed(operands.slice(0, -1)))
    .replace('{last}', operands.at(-1) ?? '')
    .replace('{first}', operands[0] ?? '')
    .replace('{words}', operands.join(' '));
}

/** The value in `of=/dev/sda`, the whole of `s3://bucket/a`. */
function wordWith(place: string, words: readonly Word[]): string | undefined {
  const found = words.map((word) => spelledWord(word)).findLast((text) => text.startsWith(place));
  return place.endsWith('=') ? found?.slice(place.length) : found;
}

/** A folder, file, URL or repository given in place of a package name. */
const packagePlace = /^(?:[.~/]|\w[\w.-]*\/)|(?:^|@)(?:file|link|git|github|https?|ssh)\b[+\w]*:/u;

/** The position after the last word of the command; undefined for another command. Options may appear anywhere after the name. */
function endOf(
  [program = '', ...wanted]: readonly string[],
  [first = '', ...rest]: readonly (string | undefined)[],
): number | undefined {
  if (first.slice(first.lastIndexOf('/') + 1) !== program) return undefined;
  let end = 0;
  for (const word of wanted) {
    const at = rest.findIndex((text, place) => (word.startsWith('-') || place >= end) && fits(word, text));
    if (at === -1) return undefined;
    end = Math.max(end, at + 1);
  }
  return end + 1;
}

function fits(wanted: string, text: string | undefined): boolean {
  return (
    text === wanted ||
    (/^-[A-Za-z]$/u.test(wanted) &&
      /^-[A-Za-z]+$/u.test(text ?? '') &&
      text?.includes(wanted.slice(1)) === true)
  );
}

/** The words up to the next option; a word after an option may be its value. */
function operandsFrom(words: readonly Word[], from: number): readonly Word[] {
  const rest = words.slice(from);
  const end = rest.findIndex((word) => literalOf(word)?.startsWith('-') === true);
  return end === -1 ? rest : rest.slice(0, end);
}
