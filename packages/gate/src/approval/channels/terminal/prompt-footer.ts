import { printInstant } from '@permesso/engine/policy';
import type { PromptContext } from './prompt-context.ts';
import { choicesOf, chosenRules, wordFor, type PromptState, type Stage } from './prompt-state.ts';
import { fitLine, flow, type ScreenLine, type TextRow, visible } from '@permesso/protocol/text';
import { cursorMark } from './cursor-mark.ts';

type Foot = (state: PromptState, context: PromptContext, width: number) => readonly ScreenLine[];

/** The actions available now. A few rows at most: the rest of the window belongs to the call. */
export function footerLines(state: PromptState, context: PromptContext, width: number): readonly TextRow[] {
  const notice: readonly ScreenLine[] =
    state.notice === undefined ? [] : [{ text: `! ${state.notice}`, style: 'warning' }];
  return [...stages[state.stage](state, context, width), ...notice].flatMap((line) => fitFoot(line, width));
}

/** The row that contains the cursor has an extra, invisible mark. */
function fitFoot(line: ScreenLine, width: number): readonly TextRow[] {
  const [before, after] = line.text.split(cursorMark);
  if (after === undefined) return fitLine(line, width);
  const rows = fitLine({ ...line, text: `${before ?? ''}${after}` }, width);
  const at = visible(before ?? '').length;
  let start = 0;
  for (const [index, { text }] of rows.entries()) {
    const length = text.length - (line.mark ?? '').length;
    if (at <= start + length) {
      const place = at - start + (line.mark ?? '').length;
      return rows.with(index, {
        ...rows[index],
        text: `${text.slice(0, place)}${cursorMark}${text.slice(place)}`,
      });
    }
    start += length;
  }
  return rows;
}

const stages: { readonly [S in Stage]: Foot } = {
  choose: (state, context, width) => [
    { text: ladder(state, context) },
    ...ruleLines(state, context),
    ...hints(state, context, width).map((text): ScreenLine => ({ text, style: 'dim' })),
  ],
  save: (state, context, width) => [
    { text: `Save this for ${scopeName(state)} and allow the call?`, style: 'strong' },
    ...ruleLines(state, context),
    ...flow(['y saves and allows', 'Esc goes back'], width).map((text): ScreenLine => ({
      text,
      style: 'dim',
    })),
  ],
  hosts: (_state, { request: { hosts = [] } }, width) => [
    {
      text: `Open ${hosts.join(', ')} for sandboxed calls of this project for 8 hours, and run this one sandboxed?`,
      style: 'strong',
    },
    { text: 'They could send anything there that they can read.', style: 'warning' },
    ...flow(['y opens and runs it', 'Esc goes back'], width).map((text): ScreenLine => ({
      text,
      style: 'dim',
    })),
  ],
  sources: (_state, { request: { sources = [] } }, width) => [
    {
      text: `Allow this once, and trust ${sources.join(', ')} for the rest of the session?`,
      style: 'strong',
    },
    { text: 'Whatever is read there could then tell the agent what to do, unasked.', style: 'warning' },
    ...flow(['y allows and trusts', 'Esc goes back'], width).map((text): ScreenLine => ({
      text,
      style: 'dim',
    })),
  ],
  confirm: (state, context) => [
    {
      text: `This cannot be undone. Type ${wordFor(context) ?? ''} and Enter to allow it, Esc to go back.`,
      style: 'warning',
    },
    fieldLine(state),
  ],
  rule: (state, context) => {
    const rules = chosenRules(state, context).with(state.editing, state.field.text);
    const several = rules.length > 1 ? ` ${state.editing + 1} of ${rules.length} (Tab: next)` : '';
    const objection = context.objection(rules);
    return [
      { text: `Rule${several}: Enter keeps it, Esc goes back`, style: 'strong' },
      fieldLine(state),
      objection === undefined
        ? { text: matchWords(rules, context), style: 'dim' }
        : { text: `does not do: ${objection}`, style: 'warning' },
    ];
  },
  until: (state) => [
    { text: 'Until when? 30m, 8h, 7d, or 5x for five calls. Enter keeps it, Esc goes back', style: 'strong' },
    fieldLine(state),
  ],
  comment: (state) => [
    { text: 'Deny, and tell the agent: Enter sends it, Esc goes back', style: 'strong' },
    fieldLine(state),
  ],
  input: (state) => [
    { text: 'Change the command: Enter decides it again, Esc goes back', style: 'strong' },
    fieldLine(state),
  ],
  help: (_state, { canLeave }, width) =>
    flow([...keys, canLeave ? 'Esc, Ctrl-C: leave it open' : 'Ctrl-C: deny', 'any key goes back'], width).map(
      (text): ScreenLine => ({ text }),
    ),
};

const keys: readonly string[] = [
  'up, down, Space: read',
  'left, right, o s p u t: how long',
  'Tab: wider rule',
  'e: edit rule',
  'a: allow as chosen',
  'd: deny',
  'w: deny with a comment',
  'x: deny for the session',
  'i: change the command',
  'h: open the host that it lacks, and run it sandboxed',
  'r: allow it once, and trust what the session read',
];

function fieldLine({ field }: PromptState): ScreenLine {
  return { text: `${field.text.slice(0, field.at)}${cursorMark}${field.text.slice(field.at)}`, mark: '> ' };
}

/** The choice is in brackets: visible without color, and `once` unless the person moves. */
function ladder(state: PromptState, context: PromptContext): string {
  const names = choicesOf(context).map((choice) => {
    const name = choice === 'user' ? 'always' : choice;
    return choice === state.choice ? `[${name}]` : ` ${name} `;
  });
  return `Allow ${names.join('')}`;
}

function scopeName({ choice, limit }: PromptState): string {
  if (choice === 'until' && limit !== undefined)
    return 'uses' in limit
      ? `the next ${limit.uses} calls of this session`
      : `this session, until ${printInstant(limit.until)}`;
  return {
    once: 'this time',
    session: 'this session',
    project: 'this project',
    user: 'all your projects',
    until: 'a while',
  }[choice];
}

function ruleLines(state: PromptState, context: PromptContext): readonly ScreenLine[] {
  if (state.choice === 'once') return [];
  const rules = chosenRules(state, context);
  if (rules.length === 0) return [{ text: 'no rule: this exact call only', mark: '  ' }];
  const covers =
    state.edited === undefined ? context.request.decision.suggestions[state.rung]?.covers : undefined;
  return [
    ...rules.map((text): ScreenLine => ({ text, mark: '  ', style: 'strong' })),
    ...(covers === undefined ? [] : [{ text: covers, mark: '  ', style: 'dim' as const }]),
    { text: matchWords(rules, context), mark: '  ', style: 'dim' },
  ];
}

function matchWords(rules: readonly string[], context: PromptContext): string {
  const { count, of } = context.alsoMatches(rules);
  return of === 0
    ? 'matches this call'
    : `matches this call; would also have matched ${count} of your last ${of} calls`;
}

function hints(state: PromptState, context: PromptContext, width: number): readonly string[] {
  if (!state.ready) return ['Keys count in a moment'];
  const leave = context.canLeave ? ['Esc later'] : [];
  if (!state.seenAll)
    return flow(
      ['Space reads on: there is more, and allowing waits for its end', 'd deny', ...leave, '? keys'],
      width,
    );
  const rungs = context.request.decision.suggestions.length;
  return flow(
    [
      state.choice === 'once' ? 'a allow once' : 'a go on',
      'd deny',
      'w deny with a comment',
      ...(context.request.hosts === undefined ? [] : ['h open the host, run it sandboxed']),
      ...(context.request.sources === undefined ? [] : ['r trust what it read']),
      ...leave,
      ...(state.choice === 'once' && choicesOf(context).length > 1 ? ['left/right how long'] : []),
      ...(state.choice !== 'once' && rungs > 1 ? ['Tab wider'] : []),
      ...(state.choice !== 'once' && rungs > 0 ? ['e edit'] : []),
      '? keys',
    ],
    width,
  );
}
