import { isRecord } from '@permesso/engine/call';
import { visible } from '@permesso/protocol/text';
import type { Answer } from '@permesso/protocol/approval';
import { bridge, type Choice } from './answer-ladder.ts';

/** The result of a form, as the bridge reports it. */
export interface FormOutcome {
  /** Of `elicitation/create`; absent where the program answered with an error. */
  readonly result?: unknown;
  readonly error?: string;
  /** Milliseconds between sending the form and the answer. */
  readonly after: number;
}

export type Reading =
  | { readonly answer: Answer }
  /** The person chose to write a comment. */
  | { readonly comments: true }
  /** A person closed the form without a choice. */
  | { readonly dismissed: true }
  /** Sooner than anyone can read: a key meant for something else, or not a person. */
  | { readonly tooFast: true }
  /** No person was asked. */
  | { readonly nobody: string };

/** Nobody reads a form faster than this. The terminal prompt ignores keys for as long. */
const reading = 800;

/** A program that cannot show forms declines at once. */
const automatic = 1000;

/**
 * An approval is only an `accept` with a value that this form offered, after a person could have read it. Some
 * programs accept an empty form with nobody there, and a project's hooks may answer in place of the person.
 */
export function readChoice({ result, error, after }: FormOutcome, choices: readonly Choice[]): Reading {
  if (!isRecord(result)) return { nobody: `the program answered with an error: ${visible(error ?? 'none')}` };
  if (result['action'] === 'accept') {
    const content = isRecord(result['content']) ? result['content'] : {};
    const value = Object.hasOwn(content, 'answer') ? content['answer'] : undefined;
    if (typeof value !== 'string') return { nobody: 'the program accepted the form without a choice' };
    if (after < reading) return { tooFast: true };
    const choice = choices.find((one) => one.value === value);
    if (choice?.comments === true) return { comments: true };
    return { answer: choice?.answer ?? deniedWith(value) };
  }
  if (after < automatic) return { nobody: 'the program shows no forms here' };
  if (result['action'] === 'decline') return { answer: { verdict: 'deny', from: bridge } };
  return result['action'] === 'cancel' ? { dismissed: true } : { nobody: 'the program gave no clear answer' };
}

/** Always a denial, with the person's comment where there is one. */
export function readComment({ result }: FormOutcome): Answer {
  const content = isRecord(result) && result['action'] === 'accept' ? result['content'] : undefined;
  const comment = isRecord(content) && Object.hasOwn(content, 'comment') ? content['comment'] : undefined;
  return typeof comment === 'string' ? deniedWith(comment) : { verdict: 'deny', from: bridge };
}

const longestComment = 500;

/** Some programs let people type an answer of their own. It is not an approval, and the agent should be told. */
function deniedWith(text: string): Answer {
  const comment = visible(text.trim()).slice(0, longestComment);
  return { verdict: 'deny', ...(comment === '' ? {} : { comment }), from: bridge };
}
