import type { CommandSubject } from '../facts/part.ts';
import { literalOf, type Word } from '../facts/shell/word.ts';
import { strongest, type Match } from './match.ts';
import type { CommandRule, PatternWord } from './pattern.ts';
import { fitsText } from './pattern-word.ts';
import { suspectWords } from './suspect-command.ts';

/**
 * Allow: the rule's words, in order, and nothing it does not spell that turns the command into something else.
 * What a carrier runs is covered only by a rule that spells past the carrier.
 */
export function coversCommand(rule: CommandRule, subject: CommandSubject): boolean {
  if (fits(rule, subject.words)) return subject.escalations.every(({ at }) => spells(rule, at));
  const carrier = subject.carriedBy;
  if (carrier === undefined || !spells(rule, carrier.at) || !fits(rule, carrier.words)) return false;
  return subject.escalations.every(({ at }) => at >= 0 && spells(rule, carrier.at + at));
}

/** Deny and ask: any spelling that may mean the command, and any name that may be it. */
export function touchesCommand(rule: CommandRule, subject: CommandSubject): Match {
  if (subject.words.length === 0) return 'may';
  return strongest(
    [subject.words, ...subject.aliases].map((words) =>
      fits(rule, words) ? 'yes' : suspectWords(rule, words),
    ),
  );
}

/** Whether the rule itself names the word at this place. A word behind a `*` is never spelled. */
function spells(rule: CommandRule, at: number): boolean {
  if (at < 0 || at >= rule.words.length) return false;
  return rule.words.slice(0, at + 1).every((word) => word.is === 'literal');
}

/** Exact reading: each pattern word against one argument, `*` against one or more, an open end against any rest. */
export function fits(rule: CommandRule, words: readonly Word[]): boolean {
  // The set of argument counts that the pattern words so far can have consumed: linear, no backtracking.
  let consumed = new Set([0]);
  for (const pattern of rule.words) {
    const next = new Set<number>();
    for (const at of consumed) {
      if (pattern.is === 'any') {
        for (let end = at + 1; end <= words.length; end++) next.add(end);
      } else if (fitsWord(pattern, words[at])) {
        next.add(at + 1);
      }
    }
    consumed = next;
  }
  return rule.open ? consumed.size > 0 : consumed.has(words.length);
}

function fitsWord(pattern: PatternWord, word: Word | undefined): boolean {
  const text = literalOf(word);
  return text !== undefined && fitsText(pattern, text);
}
