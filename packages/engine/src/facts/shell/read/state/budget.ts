import type { Span } from '../../../../call/span.ts';
import type { Doubt } from './invocation.ts';
import type { Word } from '../words/word.ts';

/**
 * How much of a hostile text is examined, so that a decision comes in time. Anything beyond is a doubt; what was found before
 * it still counts, and so do the denies about it.
 */
export interface Budget {
  words: number;
  redirections: number;
  /** Characters that may be read again: each level of `eval eval ... ls` reads the rest of the text once more. */
  rereading: number;
}

export function newBudget(): Budget {
  return { words: 4_000, redirections: 1_000, rereading: 4 * 65_536 };
}

/** False once the budget is exhausted. */
export function spend(budget: Budget, what: keyof Budget, amount: number = 1): boolean {
  if (budget[what] < amount) return false;
  budget[what] -= amount;
  return true;
}

export const tooManyWords = 'more than 4,000 words';
export const tooManyRedirections = 'more than 1,000 redirections';
export const tooMuchAgain = 'too much text inside of text';

/** Stands for all words that were not examined: they may be anything, and the first of them may be a name. */
export function unreadWords(span: Span): Word {
  return { kind: 'unknown', reason: tooManyWords, starts: '', count: 'any', span };
}

/** Repeating a doubt adds nothing. */
export function hasDoubt(doubts: readonly Doubt[], reason: string): boolean {
  return doubts.some((doubt) => doubt.reason === reason);
}
