import { definedFields } from '@permesso/engine/call';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import {
  columnsOf,
  effectText,
  fitLine,
  isLasting,
  requestTitle,
  type ScreenLine,
  visible,
  warningsAbout,
} from '@permesso/protocol/text';
import { callLines } from '@permesso/gate/approval';
import { carefulChoices, ladders, type Choice } from './answer-ladder.ts';

/** What the program is asked to show. */
export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly required: readonly string[];
    readonly properties: Readonly<Record<string, object>>;
  };
}

export interface ApprovalForm {
  readonly form: Form;
  readonly choices: readonly Choice[];
}

export interface FormPlace {
  /** The program's display name. */
  readonly title: string;
  /** Lines of a message that it shows; it hides further lines and truncates wider ones. */
  readonly lines: number;
  readonly columns: number;
}

/** The request as a form in the window of the agent program. */
export function approvalForm(request: ApprovalRequest, place: FormPlace): ApprovalForm {
  const texts = formTexts(request, place);
  return (texts.isSerious ? undefined : ladderForm(request, texts, place)) ?? carefulForm(texts, place);
}

interface FormTexts {
  /** The effects of the call. */
  readonly title: readonly string[];
  /** The call. Every row starts with a bar, so none of its text can pass for the form's own words. */
  readonly rows: readonly string[];
  readonly warnings: readonly string[];
  readonly effects: readonly string[];
  readonly why: readonly string[];
  readonly isLasting: boolean;
  /** The person must look twice: nothing is preselected, and nothing wider is offered. */
  readonly isSerious: boolean;
  readonly width: number;
}

function formTexts(request: ApprovalRequest, { title, columns }: FormPlace): FormTexts {
  const width = Math.max(20, Math.min(columns, 120) - 8);
  const { call, effects, summary, decision } = request;
  const input = callLines(call.input);
  const warnings = warningsAbout(input.map(({ text }) => text).join('\n'));
  const agent = call.agent === undefined ? '' : ` (${visible(call.agent.name).slice(0, 30)})`;
  const rowsOf = (line: ScreenLine): readonly string[] => fitLine(line, width).map(({ text }) => text);
  const isSerious = isLasting(request) || warnings.length > 0;
  return {
    title: rowsOf({ text: requestTitle(request, `${title}${agent}`) }),
    rows: input.flatMap(rowsOf),
    warnings: warnings.flatMap((text) => rowsOf({ text })),
    effects: effects.flatMap((effect) => rowsOf({ text: effectText(effect), mark: '  - ' })),
    why: rowsOf({ text: summary?.why ?? decision.message }),
    isLasting: isLasting(request),
    isSerious,
    width,
  };
}

/**
 * The widest ladder whose rules are all readable below the effects; undefined where not even the call fits. The title
 * repeats the call, so it makes way for the reason.
 */
function ladderForm(
  request: ApprovalRequest,
  { title, rows, effects, why, width }: FormTexts,
  place: FormPlace,
): ApprovalForm | undefined {
  const offered = ladders(request, { columns: place.columns, width });
  for (const { choices, spelled } of offered)
    for (const more of [effects, []]) {
      const message = [...title, ...rows, ...more, ...why, ...spelled];
      if (fits(message, place)) return formOf({ message, choices, preselected: 'once' });
    }
  const bare = offered.find(({ spelled }) => spelled.length === 0);
  const message = [...cut(title, 1), ...rows, ...cut(why, place.lines - 1 - rows.length)];
  if (bare === undefined || !fits(message, place)) return undefined;
  return formOf({ message, choices: bare.choices, preselected: 'once' });
}

/** At most this many rows, and at least one. */
function cut(rows: readonly string[], to: number): readonly string[] {
  const shown = rows.slice(0, Math.max(1, to));
  return shown.length === rows.length ? rows : [...shown.slice(0, -1), `${shown.at(-1)?.trimEnd() ?? ''} …`];
}

const elsewhere = 'To read it first: `permesso pending` or `permesso ui`.';

/** Everything where it fits. Otherwise the call is truncated; the effects and the reason for asking stay. */
function carefulForm(texts: FormTexts, place: FormPlace): ApprovalForm {
  const { title, rows, warnings, effects, why, isSerious } = texts;
  const whole = [...title, ...warnings, ...rows];
  const lasting = texts.isLasting ? ['This cannot be undone.'] : [];
  const fulls = [
    [...whole, ...effects, ...why, elsewhere],
    [...whole, ...why, [...lasting, elsewhere].join(' ')],
  ];
  const full = isSerious ? fulls.find((message) => fits(message, place)) : undefined;
  if (full !== undefined) return formOf({ message: full, choices: carefulChoices(true) });
  const head =
    title.length + why.length + 2 <= place.lines ? [title, why] : [title, why].map((said) => cut(said, 1));
  const [said = [], reason = []] = head;
  const room = Math.max(1, place.lines - said.length - reason.length - 1);
  const isWhole = rows.length <= room;
  const notes = [
    ...(isWhole ? [] : [`${rows.length - room} more lines are not shown.`]),
    ...lasting,
    ...(warnings.length > 0 ? ['Unseen characters are spelled out.'] : []),
    elsewhere,
  ];
  const message = [...said, ...rows.slice(0, room), ...reason, notes.join(' ')];
  return formOf({ message, choices: carefulChoices(isWhole) });
}

function fits(message: readonly string[], { lines, columns }: FormPlace): boolean {
  return message.length <= lines && message.every((line) => columnsOf(line) <= columns);
}

interface FormParts {
  readonly message: readonly string[];
  readonly choices: readonly Choice[];
  readonly preselected?: string;
}

function formOf({ message, choices, preselected }: FormParts): ApprovalForm {
  const answer = {
    type: 'string',
    title: 'Your answer',
    ...definedFields({ default: preselected }),
    oneOf: choices.map(({ value, title }) => ({ const: value, title })),
  };
  return {
    form: {
      message: message.join('\n'),
      requestedSchema: { type: 'object', required: ['answer'], properties: { answer } },
    },
    choices,
  };
}

/** Asks for the text that the agent is given with a denial. */
export function commentForm(): Form {
  const comment = { type: 'string', title: 'Comment for the agent', minLength: 1, maxLength: 500 };
  return {
    message: 'Permesso: the call is denied. What should the agent know?',
    requestedSchema: { type: 'object', required: ['comment'], properties: { comment } },
  };
}
