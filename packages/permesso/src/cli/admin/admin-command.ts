import { printable } from '@permesso/engine/decision';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type CommandInput, type CommandOption, type Output } from '../command.ts';
import { runServer } from '../commands/serve.ts';
import {
  personOptions,
  personServer,
  ServerRefused,
  WaitsForSecondPerson,
  type PersonServer,
  type ServerAnswer,
} from './person-server.ts';

/** What `permesso admin NAME` does, as rows: one for each verb. */
export interface AdminRows {
  readonly name: string;
  readonly summary: string;
  /** The first one is also what the name alone does. */
  readonly actions: readonly AdminAction[];
  readonly examples: Command['examples'];
}

interface ActionWords {
  /** Absent where the name says enough: `permesso admin whoami`. */
  readonly verb?: string;
  /** Operands as the help shows them: `PERSON ROLE`, and `[PERSON]` where it may be left out. */
  readonly takes?: string;
  readonly options?: readonly CommandOption[];
  /** A person is asked first, or says `--yes`. */
  readonly confirms?: true;
}

export type AdminAction = ActionWords &
  (
    | { readonly run: (at: AdminInput) => Promise<AdminResult> }
    /** Typed where the server runs, by who has its database: no token is needed. */
    | { readonly operate: (given: AdminGiven) => ServeOperands }
  );

export interface AdminGiven {
  /** What stands behind the verb. */
  readonly operands: readonly string[];
  readonly flag: CommandInput['flag'];
  readonly value: CommandInput['value'];
  readonly values: CommandInput['values'];
}

export interface AdminInput extends AdminGiven {
  readonly server: PersonServer;
  /** Before what cannot be undone, about what was found under the name that was typed. */
  readonly confirm: (question: string) => Promise<void>;
}

interface ServeOperands {
  readonly operands: readonly string[];
  readonly roles?: readonly string[];
}

/** What `--json` prints, and what people read. */
export interface AdminResult {
  readonly json: unknown;
  readonly lines: (width: number) => readonly string[];
}

/** Sentences. What the server says in them is shown with what it hides. */
export function sentences(json: unknown, ...lines: readonly string[]): AdminResult {
  return { json, lines: () => lines.map(printable) };
}

export interface TableParts {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said where there are no rows. */
  readonly none: string;
  /** Said below. */
  readonly note?: string;
}

export function table(json: unknown, { head, rows, none, note }: TableParts): AdminResult {
  return {
    json,
    lines: (width) =>
      rows.length === 0
        ? [none]
        : [...inColumns([head, ...rows], width), ...(note === undefined ? [] : ['', printable(note)])],
  };
}

/** The person who was asked did not approve. */
class NotConfirmed extends Error {}

const yes: CommandOption = { name: 'yes', help: 'do not ask' };

export function adminCommand({ name, summary, actions, examples }: AdminRows): Command {
  const usages = actions.map(({ verb, takes }) =>
    [verb, takes].filter((word) => word !== undefined).join(' '),
  );
  const [only = ''] = usages;
  const typed = usages.length === 1 ? only : `[${usages.join(' | ')}]`;
  return {
    name: `admin ${name}`,
    summary,
    usage: ['admin', name, typed, '[options]'].filter((word) => word !== '').join(' '),
    options: [
      ...optionsOf(actions),
      ...(actions.some(({ confirms }) => confirms) ? [yes] : []),
      ...(actions.some((action) => 'run' in action) ? personOptions : []),
      { name: 'json', help: 'what was found or done, as JSON' },
    ],
    examples,
    exitCodes: [
      [0, 'done'],
      [1, `the server refused${actions.some(({ confirms }) => confirms) ? ', or nobody confirmed' : ''}`],
      [64, 'invalid arguments, or there is nothing of that name'],
      [70, 'the server cannot be reached, or an error occurred; see the message'],
    ],
    run: async (given, out) => {
      const action = actionFor({ name, actions }, given);
      const operands = action.verb === undefined ? given.operands : given.operands.slice(1);
      checkOperands({ name, action }, operands);
      checkOptions({ name, action, actions }, given);
      return await runAction(action, { ...given, operands }, { out, given, name });
    },
  };
}

interface ActionPlace {
  readonly out: Output;
  readonly given: CommandInput;
  readonly name: string;
}

async function runAction(
  action: AdminAction,
  at: AdminGiven,
  { out, given, name }: ActionPlace,
): Promise<number> {
  if ('operate' in action) {
    const { operands, roles = [] } = action.operate(at);
    await runServer({ operands, roles, json: given.flag('json') }, out);
    return 0;
  }
  try {
    const confirm = (question: string): Promise<void> => confirmed(question, { given, out });
    const { json, lines } = await action.run({ ...at, server: personServer(given), confirm });
    out.print(given.flag('json') ? JSON.stringify(json) : lines(out.width).join('\n'));
    return 0;
  } catch (error) {
    if (error instanceof WaitsForSecondPerson) {
      out.print(given.flag('json') ? JSON.stringify(error.answer) : waitingText(error.answer));
      return 0;
    }
    if (!(error instanceof ServerRefused) && !(error instanceof NotConfirmed)) throw error;
    out.complain(`permesso admin ${name}: ${error.message}`);
    return 1;
  }
}

function waitingText({ pending }: ServerAnswer): string {
  return [
    'Nothing has changed yet: this takes a second person, who confirms it within seven days:',
    `permesso admin pending confirm ${String(pending)}`,
  ].join('\n');
}

async function confirmed(question: string, { given, out }: Omit<ActionPlace, 'name'>): Promise<void> {
  if (given.flag('yes')) return;
  const shown = printable(question);
  const answer = await out.ask?.(`${shown} [y/N] `);
  if (answer === undefined)
    throw new NotConfirmed(`${shown} Nothing was changed: there is no terminal to ask on; fix: add --yes`);
  if (!/^y(?:es)?$/iu.test(answer)) throw new NotConfirmed('nothing was changed');
}

function actionFor({ name, actions }: Pick<AdminRows, 'name' | 'actions'>, given: CommandInput): AdminAction {
  const [word] = given.operands;
  const [first] = actions;
  if (first === undefined) throw new Error(`admin ${name} does nothing`);
  if (word === undefined || first.verb === undefined) return first;
  const found = actions.find(({ verb }) => verb === word);
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no \`admin ${name} ${word}\`; say ${actions.map(({ verb }) => verb).join(', ')}`,
  );
}

interface ChosenAction {
  readonly name: string;
  readonly action: AdminAction;
}

function checkOperands({ name, action }: ChosenAction, operands: readonly string[]): void {
  const { verb, takes = '' } = action;
  const names = takes.split(' ').filter((word) => word !== '');
  const missing = names.slice(operands.length).find((word) => !word.startsWith('['));
  const extra = operands[names.length];
  if (missing === undefined && extra === undefined) return;
  const usage = ['permesso admin', name, verb, takes].filter((word) => word !== undefined).join(' ');
  throw new UsageError(
    `${missing === undefined ? `unexpected argument \`${extra}\`` : `${missing} is missing`}; say: ${usage}`,
  );
}

/** An option of another verb would change nothing, and the person who typed it thinks that it did. */
function checkOptions(
  { name, action, actions }: ChosenAction & Pick<AdminRows, 'actions'>,
  given: CommandInput,
): void {
  const own = new Set(action.options?.map((option) => option.name));
  const others = actions.flatMap(({ options = [] }) => options).filter((option) => !own.has(option.name));
  const strange = others.find((option) => given.flag(option.name) || given.values(option.name).length > 0);
  if (strange === undefined) return;
  const verbs = verbsWith(strange.name, actions).join(', ');
  throw new UsageError(
    `--${strange.name} goes with ${verbs}, not with \`admin ${name} ${action.verb ?? ''}\``,
  );
}

function verbsWith(option: string, actions: readonly AdminAction[]): readonly string[] {
  return actions
    .filter(({ options = [] }) => options.some((each) => each.name === option))
    .flatMap(({ verb }) => (verb === undefined ? [] : [verb]));
}

/** Each once, with the verbs that it goes with. */
function optionsOf(actions: readonly AdminAction[]): readonly CommandOption[] {
  const found = new Map<string, CommandOption>();
  for (const option of actions.flatMap(({ options = [] }) => options))
    if (!found.has(option.name)) found.set(option.name, option);
  return [...found.values()].map((option) => {
    const verbs = verbsWith(option.name, actions);
    return actions.length === 1 || verbs.length === actions.length
      ? option
      : { ...option, help: `${verbs.join(', ')}: ${option.help}` };
  });
}
