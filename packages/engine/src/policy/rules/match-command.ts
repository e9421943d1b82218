import type { CommandSubject } from '../../facts/part.ts';
import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';
import { strongest, type Match } from './match.ts';
import type { CommandRule, PatternWord } from './pattern.ts';
import { fitsText } from './pattern-word.ts';
import { suspectWords } from './suspect-command.ts';

/**
 * Allow: the rule's words, in order, and no unspelled word that changes what the command does. A carried command is covered
 * only by a rule that spells words beyond the carrier.
 */
export function coversCommand(rule: CommandRule, subject: CommandSubject): boolean {
  const { words, straight, carriedBy, escalations } = subject;
  if (fits(rule, words)) return escalations.every(({ at }) => spells(rule, at));
  if (straight !== undefined && escalations.length === 0 && fits(rule, straight)) return true;
  return [carriedBy, carriedBy?.straight, ...(carriedBy?.outer ?? [])].some(
    (carrier) =>
      carrier !== undefined &&
      spells(rule, carrier.at) &&
      fits(rule, carrier.words) &&
      escalations.every(({ at }) => at >= 0 && spells(rule, carrier.at + at)),
  );
}

/** Deny and ask: any spelling that may mean the command, under any of its possible names. */
export function touchesCommand(rule: CommandRule, subject: CommandSubject): Match {
  if (subject.words.length === 0) return 'may';
  return strongest(
    [subject.words, ...subject.aliases].map((words) =>
      fits(rule, words) ? 'yes' : suspectWords(rule, words),
    ),
  );
}

/** Whether the rule itself names the word at this position. A word matched by `*` is never spelled. */
function spells(rule: CommandRule, at: number): boolean {
  if (at < 0 || at >= rule.words.length) return false;
  return rule.words.slice(0, at + 1).every((word) => word.is === 'literal');
}

/** Exact match: each pattern word against one argument, `*` against one or more, an open end against any rest. */
function fits(rule: CommandRule, words: readonly Word[]): boolean {
  // The possible argument counts consumed by the pattern words so far, in order, which avoids backtracking.
  let consumed: readonly number[] = [0];
  for (const pattern of rule.words) {
    consumed =
      pattern.is === 'any'
        ? countsAfter(consumed[0] ?? words.length, words.length)
        : consumed.filter((at) => fitsWord(pattern, words[at])).map((at) => at + 1);
  }
  return rule.open ? consumed.length > 0 : consumed.at(-1) === words.length;
}

function countsAfter(least: number, most: number): readonly number[] {
  return Array.from({ length: Math.max(0, most - least) }, (_, more) => least + more + 1);
}

function fitsWord(pattern: PatternWord, word: Word | undefined): boolean {
  const text = literalOf(word);
  return text !== undefined && fitsText(pattern, text);
}
