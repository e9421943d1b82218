import type { Answer, AnswerScope } from '@permesso/protocol/approval';
import type { Limit } from './limit.ts';
import type { PromptContext } from './prompt-context.ts';
import { fieldWith, type TextField } from './text-field.ts';

/** The stage of the prompt. Escape leaves every stage but `choose`. */
export type Stage =
  | 'choose'
  /** The person reads an approval that will be remembered once more before giving it. */
  | 'save'
  /** The person must type a word to approve what cannot be undone. */
  | 'confirm'
  /** Hosts are listed once more before they are opened. */
  | 'hosts'
  /** Sources are listed once more before they are trusted. */
  | 'sources'
  | 'rule'
  | 'until'
  | 'comment'
  | 'input'
  | 'help';

export type Choice = AnswerScope | 'until';

export interface PromptState {
  readonly stage: Stage;
  readonly choice: Choice;
  /** Index of the suggestion, narrow to wide. */
  readonly rung: number;
  /** The rules as the person edited them. */
  readonly edited?: readonly string[];
  /** Index of the rule being edited. */
  readonly editing: number;
  readonly limit?: Limit;
  readonly field: TextField;
  /** Earlier keys are discarded: they were meant for something else. */
  readonly readyAt: number;
  /** Whether that time has passed, as far as the screen knows. */
  readonly ready: boolean;
  /** The first row on screen. */
  readonly top: number;
  /** How many lines, and rows at the current width, have been on screen without a gap from the beginning. */
  readonly seenLines: number;
  readonly seenRows: number;
  readonly seenAll: boolean;
  readonly width: number;
  readonly notice?: string;
  readonly outcome?: Answer;
  /** The person left without an answer. */
  readonly left?: true;
}

/** Milliseconds, long enough to ignore a key in flight; each key that comes too early extends it. */
export const firstMoment = 800;
export const quietMoment = 400;

export function openPrompt({ now }: { readonly now: number }): PromptState {
  return {
    stage: 'choose',
    choice: 'once',
    rung: 0,
    editing: 0,
    field: fieldWith(''),
    readyAt: now + firstMoment,
    ready: false,
    top: 0,
    seenLines: 0,
    seenRows: 0,
    seenAll: false,
    width: 0,
  };
}

/** Ends the initial delay without a key. */
export function passTime(state: PromptState, now: number): PromptState {
  return now >= state.readyAt && !state.ready ? { ...state, ready: true } : state;
}

/** `until` is a session approval that ends earlier, so it is offered wherever `session` is. */
export function choicesOf({ request }: PromptContext): readonly Choice[] {
  return request.scopes.includes('session') ? [...request.scopes, 'until'] : request.scopes;
}

/** The rules that a lasting approval would save; an empty list means this exact call. */
export function chosenRules({ edited, rung }: PromptState, { request }: PromptContext): readonly string[] {
  return edited ?? request.decision.suggestions[rung]?.rules ?? [];
}

/** The word to type if the call cannot be undone. */
export function wordFor({ request }: PromptContext): string | undefined {
  const lasting = request.effects.filter((effect) => effect.lasting);
  if (lasting.length === 0) return undefined;
  return lasting.some(({ does }) => does === 'deletes') ? 'delete' : 'continue';
}

/** The approval as it would be given now. */
export function answerOf(state: PromptState, context: PromptContext): Answer {
  if (state.choice === 'once') return { verdict: 'allow', scope: 'once', from: 'terminal' };
  const rules = chosenRules(state, context);
  return {
    verdict: 'allow',
    scope: state.choice === 'until' ? 'session' : state.choice,
    ...(rules.length === 0 ? {} : { rules }),
    ...(state.choice === 'until' ? state.limit : {}),
    from: 'terminal',
  };
}
