import type { Allowing, Answer, ApprovalRequest } from '@permesso/protocol/approval/approver';
import { fitLine, visible, warningsAbout, type ScreenLine } from '@permesso/protocol/text/show-text';
import { callLines } from '../../approval/channels/terminal/prompt-content.ts';

/** Where an answer from a form in the agent's own window is from. */
export const bridge = 'bridge';

/** What the program is asked to draw. */
export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly required: readonly string[];
    readonly properties: Readonly<Record<string, object>>;
  };
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly answer: Answer;
  /** A comment is asked for in a form of its own, so that every other answer stays one key. */
  readonly comments?: true;
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
  const { message, isCareful, isWhole } = messageFor(request, place);
  const choices = isCareful ? carefulChoices(isWhole) : ladder(request);
  const answer = {
    type: 'string',
    title: 'Your answer',
    ...(isCareful ? {} : { default: 'once' }),
    oneOf: choices.map(({ value, title }) => ({ const: value, title })),
  };
  return {
    form: { message, requestedSchema: { type: 'object', required: ['answer'], properties: { answer } } },
    choices,
  };
}

interface FormMessage {
  readonly message: string;
  /** The person must look twice: nothing is chosen for them, and nothing wider is offered. */
  readonly isCareful: boolean;
  /** The whole call stands in it. */
  readonly isWhole: boolean;
}

const elsewhere = 'To read it first: `permesso pending` or `permesso ui`.';

/** All that there is to say where it fits; else the heading and as much of the call as does. */
function messageFor(request: ApprovalRequest, { title, lines, columns }: FormPlace): FormMessage {
  const { call, decision, effects } = request;
  const width = Math.max(40, Math.min(columns, 120) - 8);
  const input = callLines(call.input);
  // Every row behind a bar: no text of the call can pass for something the form says itself.
  const rows = input.flatMap((line: ScreenLine) => fitLine(line, width).map(({ text }) => text));
  const warnings = warningsAbout(input.map(({ text }) => text).join('\n'));
  const lasting = effects.filter((effect) => effect.lasting);
  const agent = call.agent === undefined ? '' : ` (${visible(call.agent.name).slice(0, 30)})`;
  const heading = `Permesso: may ${title}${agent} use ${visible(call.tool).slice(0, 60)}?`;
  const isSerious = lasting.length > 0 || warnings.length > 0;
  const full = [
    heading,
    ...warnings,
    ...rows,
    ...lasting.map(({ words }) => `This cannot be undone: ${visible(words)}.`),
    // Wrapped, not dropped: it says what the call does to the world.
    ...fitLine({ text: decision.message }, width).map(({ text }) => text),
    ...(isSerious ? [elsewhere] : []),
  ];
  if (full.length <= lines && full.every((line) => line.length <= columns))
    return { message: full.join('\n'), isCareful: isSerious, isWhole: true };
  const room = Math.max(1, lines - 1);
  const isWhole = rows.length <= room;
  const notes = [
    ...(isWhole ? [] : [`${rows.length - room} more lines are not shown.`]),
    ...(lasting.length > 0 ? ['This cannot be undone.'] : []),
    ...(warnings.length > 0 ? ['Unseen characters are spelled out.'] : []),
    ...(isWhole && !isSerious ? [] : [elsewhere]),
  ];
  const message = [[heading, ...notes].join(' '), ...rows.slice(0, room)].join('\n');
  return { message, isCareful: isSerious || !isWhole, isWhole };
}

/** What the agent is told with a no. */
export function commentForm(): Form {
  const comment = { type: 'string', title: 'Comment for the agent', minLength: 1, maxLength: 500 };
  return {
    message: 'Permesso: the call is denied. What should the agent know?',
    requestedSchema: { type: 'object', required: ['comment'], properties: { comment } },
  };
}

const no: Choice = { value: 'no', title: 'No', answer: { verdict: 'deny', from: bridge } };
const noWithComment: Choice = {
  value: 'comment',
  title: 'No, and tell the agent why',
  answer: { verdict: 'deny', from: bridge },
  comments: true,
};

/** Nothing wider than this once, and no first where Enter is. */
function carefulChoices(isWhole: boolean): readonly Choice[] {
  const title = isWhole ? 'Yes, this once' : 'Yes, this once, although not all of it is shown';
  return [
    no,
    { value: 'once', title, answer: { verdict: 'allow', scope: 'once', from: bridge } },
    noWithComment,
  ];
}

/** Longer than this nobody reads in a list. */
const longestTitle = 140;

function ladder(request: ApprovalRequest): readonly Choice[] {
  const { decision, scopes } = request;
  const scope = scopes.includes('project') ? 'project' : scopes.includes('session') ? 'session' : undefined;
  const where = scope === 'project' ? 'always' : 'for this session';
  const here = scope === 'project' ? ' in this project' : '';
  const rung = (value: string, what: string, rules?: readonly string[]): readonly Choice[] => {
    const title = `Yes, and ${where} ${visible(what)}${here}`;
    const answer: Allowing = {
      verdict: 'allow',
      scope: scope ?? 'once',
      ...(rules === undefined ? {} : { rules }),
      from: bridge,
    };
    return scope === undefined || title.length > longestTitle ? [] : [{ value, title, answer }];
  };
  const [exact, wider] = decision.suggestions;
  return [
    {
      value: 'once',
      title: 'Yes, this once',
      answer: { verdict: 'allow', scope: 'once', from: bridge },
    },
    ...(exact === undefined ? rung('exact', 'exactly this call') : rung('exact', exact.covers, exact.rules)),
    ...(wider === undefined ? [] : rung('wider', wider.covers, wider.rules)),
    no,
    noWithComment,
  ];
}
