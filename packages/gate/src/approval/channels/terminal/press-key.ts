import { definedFields } from '@permesso/engine/call';
import type { Denying } from '@permesso/protocol/approval';
import type { Key } from './keys.ts';
import { readLimit } from './limit.ts';
import type { PromptContext } from './prompt-context.ts';
import {
  answerOf,
  choicesOf,
  passTime,
  quietMoment,
  chosenRules,
  wordFor,
  type PromptState,
  type Stage,
} from './prompt-state.ts';
import { fieldWith, typeInto } from './text-field.ts';

export interface Pressed {
  readonly key: Key;
  readonly now: number;
  /** Rows of text on screen, and total rows. */
  readonly page: number;
  readonly rows: number;
}

/** Applies a key. Pure: the same state and key always lead to the same state. */
export function pressKey(before: PromptState, pressed: Pressed, context: PromptContext): PromptState {
  const { key, now } = pressed;
  if (before.outcome !== undefined) return before;
  if (key.key === 'interrupt') return closePrompt(before, context);
  if (now < before.readyAt) return { ...before, readyAt: Math.max(before.readyAt, now + quietMoment) };
  const { notice: _notice, ...state } = passTime(before, now);
  return stages[state.stage](state, pressed, context);
}

/** If the agent waits for this prompt alone, closing it is an answer. */
function closePrompt(state: PromptState, { canLeave }: PromptContext): PromptState {
  return canLeave ? { ...state, left: true } : { ...state, outcome: no('The user closed the prompt.') };
}

type Press = (state: PromptState, pressed: Pressed, context: PromptContext) => PromptState;

const stages: { readonly [S in Stage]: Press } = {
  choose: (state, pressed, context) => scroll(state, pressed) ?? choose(state, pressed.key, context),
  save: (state, pressed, context) =>
    letterOf(pressed.key) === 'y'
      ? agree(state, context)
      : (scroll(state, pressed) ?? leave(state, pressed.key, 'y saves it and allows the call')),
  confirm: (state, { key }, context) => {
    if (key.key === 'escape') return back(state);
    if (key.key !== 'enter') return { ...state, field: typeInto(state.field, key) };
    return state.field.text.trim().toLowerCase() === wordFor(context)
      ? { ...state, outcome: answerOf(state, context) }
      : { ...state, notice: 'the word does not match' };
  },
  hosts: takingFurther('hosts', 'y opens them and runs the call sandboxed'),
  sources: takingFurther('sources', 'y allows the call and trusts them'),
  rule: (state, { key }, context) => rewrite(state, key, context),
  until: (state, { key, now }) => {
    if (key.key === 'escape') return back({ ...state, choice: 'once' });
    if (key.key !== 'enter') return { ...state, field: typeInto(state.field, key) };
    const limit = readLimit(state.field.text, now);
    return 'problem' in limit ? { ...state, notice: limit.problem } : back({ ...state, limit });
  },
  comment: (state, { key }) => {
    if (key.key === 'escape') return back(state);
    if (key.key !== 'enter') return { ...state, field: typeInto(state.field, key) };
    const comment = state.field.text.trim();
    return comment === ''
      ? { ...state, notice: 'write a comment, or press Esc' }
      : { ...state, outcome: no(comment) };
  },
  input: (state, { key }, { request }) => {
    if (key.key === 'escape') return back(state);
    if (key.key !== 'enter') return { ...state, field: typeInto(state.field, key) };
    const input = { ...request.call.input, command: state.field.text };
    return { ...state, outcome: { verdict: 'allow', input, from: 'terminal' } };
  },
  help: (state) => back(state),
};

type FurtherOffer = 'hosts' | 'sources';

function takingFurther(offer: FurtherOffer, notice: string): Press {
  return (state, pressed, { request }) =>
    letterOf(pressed.key) === 'y'
      ? { ...state, outcome: { verdict: 'allow', [offer]: request[offer] ?? [], from: 'terminal' } }
      : (scroll(state, pressed) ?? leave(state, pressed.key, notice));
}

function no(comment?: string): Denying {
  return { verdict: 'deny', ...definedFields({ comment }), from: 'terminal' };
}

function back(state: PromptState): PromptState {
  return { ...state, stage: 'choose', field: fieldWith('') };
}

function leave(state: PromptState, key: Key, notice: string): PromptState {
  return key.key === 'escape' ? back(state) : { ...state, notice };
}

function letterOf(key: Key): string | undefined {
  return key.key === 'text' ? key.text.toLowerCase() : undefined;
}

/** Up, down, page up and down, home and end. The space bar pages down. */
function scroll(state: PromptState, { key, page, rows }: Pressed): PromptState | undefined {
  const last = Math.max(0, rows - page);
  const to = (top: number): PromptState => ({ ...state, top: Math.min(Math.max(0, top), last) });
  // Pages overlap by one row, so that nothing is skipped between two pages.
  const step = Math.max(1, page - 1);
  switch (key.key) {
    case 'up':
      return to(state.top - 1);
    case 'down':
      return to(state.top + 1);
    case 'pageup':
      return to(state.top - step);
    case 'pagedown':
      return to(state.top + step);
    case 'home':
      return to(0);
    case 'end':
      return to(last);
    default:
      return letterOf(key) === ' ' ? to(state.top + step) : undefined;
  }
}

function choose(state: PromptState, key: Key, context: PromptContext): PromptState {
  const choices = choicesOf(context);
  const at = choices.indexOf(state.choice);
  switch (key.key) {
    case 'right':
      return pick(state, choices[Math.min(at + 1, choices.length - 1)] ?? 'once');
    case 'left':
      return pick(state, choices[Math.max(at - 1, 0)] ?? 'once');
    case 'tab':
      return rung(state, 1, context);
    case 'backtab':
      return rung(state, -1, context);
    case 'enter':
      // A person who is typing in this window when the prompt opens would allow what they have not read.
      return state.choice === 'once'
        ? { ...state, notice: 'a allows it, d denies it' }
        : accept(state, context);
    case 'escape':
      return context.canLeave ? { ...state, left: true } : { ...state, notice: 'd denies it' };
    default:
      return chooseLetter(state, letterOf(key), context);
  }
}

function chooseLetter(state: PromptState, letter: string | undefined, context: PromptContext): PromptState {
  const scope = choicesOf(context).find((choice) => letterFor[choice] === letter);
  if (scope !== undefined) return pick(state, scope);
  switch (letter) {
    case 'a':
      return accept(state, context);
    case 'd':
      return { ...state, outcome: no() };
    case 'x':
      return { ...state, outcome: { ...no(), scope: 'session' } };
    case 'w':
      return { ...state, stage: 'comment', field: fieldWith('') };
    case 'e':
      return startRewriting(state, context);
    case 'h':
      return startNaming(state, 'hosts', context);
    case 'r':
      return startNaming(state, 'sources', context);
    case 'i':
      return startEditing(state, context);
    case '?':
      return { ...state, stage: 'help' };
    default:
      return state;
  }
}

const letterFor = { once: 'o', session: 's', project: 'p', user: 'u', until: 't' } as const;

function pick(state: PromptState, choice: PromptState['choice']): PromptState {
  if (choice !== 'until') return { ...state, choice };
  return { ...state, choice, stage: 'until', field: fieldWith('') };
}

function rung(state: PromptState, by: number, { request }: PromptContext): PromptState {
  const rungs = request.decision.suggestions.length;
  if (state.choice === 'once' || rungs === 0) return state;
  const { edited: _edited, ...rest } = state;
  return { ...rest, rung: (state.rung + by + rungs) % rungs };
}

/** Never before the end of the text was on screen; an approval that lasts or cannot be undone needs one more step. */
function accept(state: PromptState, context: PromptContext): PromptState {
  if (!state.seenAll) return { ...state, notice: 'scroll to the end first (Space)' };
  if (state.choice === 'until' && state.limit === undefined) return pick(state, 'until');
  if (state.choice !== 'once') {
    const objection = problemWith(state, context);
    return objection === undefined ? { ...state, stage: 'save' } : { ...state, notice: objection };
  }
  return agree(state, context);
}

function problemWith(state: PromptState, context: PromptContext): string | undefined {
  const rules = chosenRules(state, context);
  return rules.length === 0 ? undefined : context.objection(rules);
}

function agree(state: PromptState, context: PromptContext): PromptState {
  if (wordFor(context) !== undefined) return { ...state, stage: 'confirm', field: fieldWith('') };
  return { ...state, outcome: answerOf(state, context) };
}

function startRewriting(state: PromptState, context: PromptContext): PromptState {
  const rules = chosenRules(state, context);
  if (state.choice === 'once') return { ...state, notice: 'choose a longer scope first: once saves no rule' };
  if (rules.length === 0)
    return { ...state, notice: 'no rule can express this; the approval covers the exact call' };
  return { ...state, stage: 'rule', editing: 0, field: fieldWith(rules[0] ?? '') };
}

function rewrite(state: PromptState, key: Key, context: PromptContext): PromptState {
  const rules = chosenRules(state, context).with(state.editing, state.field.text);
  switch (key.key) {
    case 'escape':
      return back(state);
    case 'up':
    case 'down':
    case 'tab': {
      const next = (state.editing + (key.key === 'up' ? rules.length - 1 : 1)) % rules.length;
      return { ...state, edited: rules, editing: next, field: fieldWith(rules[next] ?? '') };
    }
    case 'enter': {
      const objection = context.objection(rules);
      return objection === undefined ? back({ ...state, edited: rules }) : { ...state, notice: objection };
    }
    default:
      return { ...state, field: typeInto(state.field, key) };
  }
}

function startEditing(state: PromptState, { request }: PromptContext): PromptState {
  const { command } = request.call.input;
  if (!request.editable) return { ...state, notice: 'this agent cannot run an edited call' };
  if (typeof command !== 'string' || /\p{Cc}/u.test(command))
    return { ...state, notice: 'only a one-line command can be edited here' };
  return { ...state, stage: 'input', field: fieldWith(command) };
}

function startNaming(state: PromptState, offer: FurtherOffer, { request }: PromptContext): PromptState {
  if (request[offer] === undefined) return state;
  return state.seenAll ? { ...state, stage: offer } : { ...state, notice: 'scroll to the end first (Space)' };
}
