import type { ApprovalRequest } from '@permesso/protocol/approval';
import { columnsOf, fitLine, type ScreenLine, visible, warningsAbout } from '@permesso/protocol/text';
import { callLines } from '@permesso/gate/approval';
import { carefulChoices, ladders, type Choice } from './answer-ladder.ts';

/** What the program is asked to draw. */
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
  /** The program's name for people. */
  readonly title: string;
  /** Lines of a message that it shows; it hides what is beyond, and cuts off what is wider. */
  readonly lines: number;
  readonly columns: number;
}

/** The request as a form in the window of the agent program. */
export function approvalForm(request: ApprovalRequest, place: FormPlace): ApprovalForm {
  const texts = formTexts(request, place);
  return (texts.isSerious ? undefined : ladderForm(request, texts, place)) ?? carefulForm(texts, place);
}

interface FormTexts {
  readonly heading: string;
  /** The call: every row behind a bar, so no text of it can pass for something the form says itself. */
  readonly rows: readonly string[];
  readonly warnings: readonly string[];
  /** What cannot be undone. */
  readonly lasting: readonly string[];
  readonly reason: readonly string[];
  /** What would happen, and what the rule's author says of it. */
  readonly gist: readonly string[];
  /** The person must look twice: nothing is chosen for them, and nothing wider is offered. */
  readonly isSerious: boolean;
  readonly width: number;
}

function formTexts({ call, decision, effects }: ApprovalRequest, { title, columns }: FormPlace): FormTexts {
  const width = Math.max(20, Math.min(columns, 120) - 8);
  const input = callLines(call.input);
  const warnings = warningsAbout(input.map(({ text }) => text).join('\n'));
  const lasting = effects.filter((effect) => effect.lasting);
  const agent = call.agent === undefined ? '' : ` (${visible(call.agent.name).slice(0, 30)})`;
  return {
    heading: `Permesso: may ${title}${agent} use ${visible(call.tool).slice(0, 60)}?`,
    rows: input.flatMap((line: ScreenLine) => fitLine(line, width).map(({ text }) => text)),
    warnings,
    lasting: lasting.map(({ words }) => `This cannot be undone: ${visible(words)}.`),
    // Wrapped, not dropped: it says what the call does to the world.
    reason: fitLine({ text: decision.message }, width).map(({ text }) => text),
    gist: fitLine({ text: gistOf(decision) }, width).map(({ text }) => text),
    isSerious: lasting.length > 0 || warnings.length > 0,
    width,
  };
}

function gistOf({ message, receipt }: ApprovalRequest['decision']): string {
  const [first = ''] = message.split(/(?<=\.) (?=[A-Z])/u, 1);
  const said = receipt.determining.map((rule) => rule.message ?? '').filter((text) => message.includes(text));
  return message.slice(0, Math.max(first.length, ...said.map((text) => message.indexOf(text) + text.length)));
}

/** The widest ladder whose rules can all be read beneath what would happen; none where not even the call can be. */
function ladderForm(
  request: ApprovalRequest,
  { heading, rows, reason, gist, width }: FormTexts,
  place: FormPlace,
): ApprovalForm | undefined {
  const offered = ladders(request, { columns: place.columns, width });
  for (const { choices, spelled } of offered)
    for (const said of [reason, gist]) {
      const message = [heading, ...rows, ...said, ...spelled];
      if (fits(message, place)) return formOf({ message, choices, preselected: 'once' });
    }
  const bare = offered.find(({ spelled }) => spelled.length === 0);
  const message = [heading, ...rows];
  if (bare === undefined || message.length > place.lines || width > place.columns) return undefined;
  return formOf({ message, choices: bare.choices, preselected: 'once' });
}

const elsewhere = 'To read it first: `permesso pending` or `permesso ui`.';

/** All that there is to say where it fits; else the heading and as much of the call as does. */
function carefulForm(texts: FormTexts, place: FormPlace): ApprovalForm {
  const { heading, rows, warnings, lasting, reason, isSerious } = texts;
  const full = [heading, ...warnings, ...rows, ...lasting, ...reason, elsewhere];
  if (isSerious && fits(full, place)) return formOf({ message: full, choices: carefulChoices(true) });
  const room = Math.max(1, place.lines - 1);
  const isWhole = rows.length <= room;
  const notes = [
    ...(isWhole ? [] : [`${rows.length - room} more lines are not shown.`]),
    ...(lasting.length > 0 ? ['This cannot be undone.'] : []),
    ...(warnings.length > 0 ? ['Unseen characters are spelled out.'] : []),
    elsewhere,
  ];
  const message = [[heading, ...notes].join(' '), ...rows.slice(0, room)];
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
    ...(preselected === undefined ? {} : { default: preselected }),
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

/** What the agent is told with a denial. */
export function commentForm(): Form {
  const comment = { type: 'string', title: 'Comment for the agent', minLength: 1, maxLength: 500 };
  return {
    message: 'Permesso: the call is denied. What should the agent know?',
    requestedSchema: { type: 'object', required: ['comment'], properties: { comment } },
  };
}
