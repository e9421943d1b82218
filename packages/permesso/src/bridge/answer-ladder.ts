import { definedFields } from '@permesso/engine/call';
import type { Allowing, Answer, ApprovalRequest } from '@permesso/protocol/approval';
import { answersInOrder, columnsOf, fitLine, visible } from '@permesso/protocol/text';

/** The source of answers given in a form in the agent's own window. */
export const bridge = 'bridge';

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly answer: Answer;
  /** Comments are entered in a second form, so that every other answer stays one key. */
  readonly comments?: true;
}

/** Answers from narrow to wide, plus the rules that are too long for a line of the list. */
export interface Ladder {
  readonly choices: readonly Choice[];
  /** Rows for the message: each such rule in full, numbered like its answer, which gives the scope. */
  readonly spelled: readonly string[];
}

const no: Choice = { value: 'no', title: 'No', answer: { verdict: 'deny', from: bridge } };
const noWithComment: Choice = {
  value: 'comment',
  title: 'No, and tell the agent why',
  answer: { verdict: 'deny', from: bridge },
  comments: true,
};
const denying = [no, noWithComment];
const once: Choice = {
  value: 'once',
  title: 'Yes, this once',
  answer: { verdict: 'allow', scope: 'once', from: bridge },
};

/** Nothing wider than "this once", and no approval as the default that Enter picks. */
export function carefulChoices(isWhole: boolean): readonly Choice[] {
  const title = isWhole ? once.title : 'Yes, this once, though not all of it is shown';
  return answersInOrder({ allowing: [{ ...once, title }], denying }, { isSerious: true });
}

export interface LadderPlace {
  /** Columns of the window. */
  readonly columns: number;
  /** Columns of a row of the message. */
  readonly width: number;
}

/** Claude Code cuts list lines off at 50 columns, whatever the width of the window. */
const longestLine = 46;

/** Columns before a line of the list, plus one after it. */
const beforeLine = 14;

/**
 * The ladders for a request, longest first. Nobody may agree to a rule they cannot read in full, so a ladder is shown
 * only where its rows fit the message; the last one has none.
 */
export function ladders(request: ApprovalRequest, { columns, width }: LadderPlace): readonly Ladder[] {
  const room = Math.min(longestLine, columns - beforeLine);
  const rungs = rungsOf(request, room).filter(({ line, name }) => columnsOf(line ?? name) <= room);
  const long = rungs.filter(({ line }) => line === undefined);
  const leavingOut = [[], ...long.toReversed().map((rung) => [rung]), ...(long.length > 1 ? [long] : [])];
  return leavingOut.map((out: readonly Rung[]) =>
    ladderOf(
      rungs.filter((rung) => !out.includes(rung)),
      width,
    ),
  );
}

function ladderOf(rungs: readonly Rung[], width: number): Ladder {
  // Programs that number the lines then give a rule the same number: `Yes, this once` is 1.
  const numbered = rungs.map((rung, at) => ({ ...rung, number: at + 2 }));
  const wider = numbered.map(({ value, line, name, number, answer }): Choice => {
    return { value, title: line ?? name.replace('#', String(number)), answer };
  });
  return {
    choices: answersInOrder({ allowing: [once, ...wider], denying }, { isSerious: false }),
    spelled: numbered
      .filter(({ line }) => line === undefined)
      // Each row starts with a bar, so no text of the call can pass for the form's own words.
      .flatMap(({ value, number, what }) =>
        fitLine({ text: what, mark: `  ${spelledAs[value] ?? 'Rule'} ${number} | ` }, width),
      )
      .map(({ text }) => text),
  };
}

const spelledAs: Readonly<Record<string, string>> = { hosts: 'Hosts', sources: 'Sources' };

interface Rung {
  readonly value: string;
  /** Its label where the message lists it; `#` stands for its number. */
  readonly name: string;
  /** The calls it covers. */
  readonly what: string;
  /** The same as one line of the list; undefined where it is too long. */
  readonly line: string | undefined;
  readonly answer: Allowing;
}

function rungsOf(request: ApprovalRequest, room: number): readonly Rung[] {
  return [...ruleRungs(request, room), ...hostRungs(request, room), ...sourceRungs(request, room)];
}

/** Opens the hosts to sandboxed calls, including this one; the message gives the duration and the scope. */
function hostRungs({ hosts }: ApprovalRequest, room: number): readonly Rung[] {
  if (hosts === undefined) return [];
  const names = hosts.map(visible).join(', ');
  const line = `Sandboxed: open ${names} for 8 h`;
  return [
    {
      value: 'hosts',
      name: 'Sandboxed: open hosts # above for 8 h',
      what: names,
      line: columnsOf(line) <= room ? line : undefined,
      answer: { verdict: 'allow', hosts, from: bridge },
    },
  ];
}

/** Approves this once, and content read there no longer triggers asks in this session. */
function sourceRungs({ sources }: ApprovalRequest, room: number): readonly Rung[] {
  if (sources === undefined) return [];
  const names = sources.map(visible).join(', ');
  const line = `Yes, and trust ${names} this session`;
  return [
    {
      value: 'sources',
      name: 'Yes, and trust sources # above this session',
      what: names,
      line: columnsOf(line) <= room ? line : undefined,
      answer: { verdict: 'allow', sources, from: bridge },
    },
  ];
}

function ruleRungs({ call, decision, scopes }: ApprovalRequest, room: number): readonly Rung[] {
  const scope = scopes.includes('project') ? 'project' : scopes.includes('session') ? 'session' : undefined;
  if (scope === undefined) return [];
  const when = scope === 'project' ? 'always here' : 'this session';
  const where = scope === 'project' ? 'always in this project' : 'for this session';
  const rung = (value: string, covers: string, rules?: readonly string[]): Rung => {
    // The message already shows the whole command, so a rule with exactly that text is not spelled out again.
    const isCommand = covers === `exactly \`${String(call.input['command'])}\``;
    const lines = [visible(covers), ...(isCommand ? ['exactly this command'] : [])];
    return {
      value,
      name: `Yes, ${where}: rule # above`,
      what: covers,
      line: lines.map((line) => `Yes, ${when}: ${line}`).find((line) => columnsOf(line) <= room),
      answer: { verdict: 'allow', scope, ...definedFields({ rules }), from: bridge },
    };
  };
  const [exact, wider] = decision.suggestions;
  return [
    rung('exact', exact?.covers ?? 'exactly this call', exact?.rules),
    ...(wider === undefined ? [] : [rung('wider', wider.covers, wider.rules)]),
  ];
}
