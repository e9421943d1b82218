import type { Answer, AnswerScope } from '@permesso/protocol/approval';
import type { Limit } from './limit.ts';
import type { PromptContext } from './prompt-context.ts';
import { fieldWith, type TextField } from './text-field.ts';

/** Where the person is. Everything but `choose` can be left again with Escape. */
export type Stage =
  | 'choose'
  /** An approval that will be remembered is read once more before it is given. */
  | 'save'
  /** A word must be typed for what cannot be undone. */
  | 'confirm'
  /** Hosts are named once more before they are opened. */
  | 'hosts'
  /** Sources are named once more before they are trusted. */
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
  /** Which suggestion, narrow to wide. */
  readonly rung: number;
  /** The rules as the person rewrote them. */
  readonly edited?: readonly string[];
  /** Which of the rules is being rewritten. */
  readonly editing: number;
  readonly limit?: Limit;
  readonly field: TextField;
  /** Keys before this time are thrown away: they were meant for something else. */
  readonly readyAt: number;
  /** Whether that moment is over, as far as the screen knows. */
  readonly ready: boolean;
  /** The first row on screen. */
  readonly top: number;
  /** Lines, and rows of the present width, that were on screen without a gap from the beginning. */
  readonly seenLines: number;
  readonly seenRows: number;
  readonly seenAll: boolean;
  readonly width: number;
  readonly notice?: string;
  readonly outcome?: Answer;
  /** The person went away without an answer. */
  readonly left?: true;
}

/** Long enough that a key in flight does not count; each key that comes too early makes it longer. */
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

/** The first moment ends on its own. */
export function passTime(state: PromptState, now: number): PromptState {
  return now >= state.readyAt && !state.ready ? { ...state, ready: true } : state;
}

/** `until` is a session's yes that ends earlier, so it is there wherever that is. */
export function choicesOf({ request }: PromptContext): readonly Choice[] {
  return request.scopes.includes('session') ? [...request.scopes, 'until'] : request.scopes;
}

/** The rules that a lasting yes would save; none means: this exact call. */
export function chosenRules({ edited, rung }: PromptState, { request }: PromptContext): readonly string[] {
  return edited ?? request.decision.suggestions[rung]?.rules ?? [];
}

/** The word to be typed, where the call does what cannot be undone. */
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
