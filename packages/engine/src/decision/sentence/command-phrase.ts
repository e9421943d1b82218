import type { EffectName } from '../../facts/effect.ts';
import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';
import { commandPhrases } from '../../messages/command-phrases.ts';
import { listed, spelledWord } from './shown-names.ts';

/** `merges the pull request 12`: what people call it, for the command with the most words that fit. */
export function commandPhrase(effect: EffectName, words: readonly Word[]): string | undefined {
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
  const [named = '', otherwise, placed] = best.phrase.split(' | ');
  const given = operandsFrom(words, best.end);
  const operands = given.map((word) => spelledWord(word));
  if (operands.length === 0 && named.includes('{')) return otherwise;
  const whole = given.some((word) => packagePlace.test(literalOf(word) ?? '')) ? (placed ?? named) : named;
  return whole
    .replace('{}', listed(operands))
    .replace('{first}', operands[0] ?? '')
    .replace('{words}', operands.join(' '));
}

/** A folder, a file, an address or a repository in place of the name of a package. */
const packagePlace = /^(?:[.~/]|\w[\w.-]*\/)|(?:^|@)(?:file|link|git|github|https?|ssh)\b[+\w]*:/u;

/** The position after the last word of the command; undefined for another command. Options may come anywhere after the name. */
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

/** What follows up to the next option: behind one, a word may be its value. */
function operandsFrom(words: readonly Word[], from: number): readonly Word[] {
  const rest = words.slice(from);
  const end = rest.findIndex((word) => literalOf(word)?.startsWith('-') === true);
  return end === -1 ? rest : rest.slice(0, end);
}
