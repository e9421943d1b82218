import { definedFields } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';
import { UsageError, type Command, type CommandInput, type CommandOption, type Output } from '../command.ts';
import { runServer } from '../commands/serve.ts';
import type { AdminInput } from './admin-result.ts';
import type { AdminAction, AdminRow, OperatorAction } from './admin-rows.ts';
import { byHand } from './by-hand/index.ts';
import {
  personOptions,
  personServer,
  ServerRefused,
  WaitsForSecondPerson,
  type ServerAnswer,
} from './person-server.ts';
import { runRequest } from './run-request.ts';

/** The person did not approve. */
class NotConfirmed extends Error {}

const yes: CommandOption = { name: 'yes', help: 'do not ask' };

export function adminCommand(row: AdminRow): Command {
  const { name, summary, actions } = row;
  const usages = [...new Set(actions.map(usageOf))];
  const [only = ''] = usages;
  const typed = usages.length === 1 ? only : `[${usages.join(' | ')}]`;
  const confirms = actions.some(asks);
  return {
    name: `admin ${name}`,
    summary,
    usage: ['admin', name, typed, '[options]'].filter((word) => word !== '').join(' '),
    options: [
      ...optionsOf(actions),
      ...(confirms ? [yes] : []),
      ...(actions.some((action) => !('operator' in action)) ? personOptions : []),
      { name: 'json', help: 'print the result as JSON' },
    ],
    examples: Object.entries(row.examples),
    exitCodes: [
      [0, 'done'],
      [1, `the server refused${confirms ? ', or nobody confirmed' : ''}`],
      [64, 'invalid arguments, or nothing by that name'],
      [70, 'the server cannot be reached, or an error occurred; see the message'],
    ],
    run: async (given, out) => {
      const action = actionFor(row, given);
      const operands = verbOf(action) === undefined ? given.operands : given.operands.slice(1);
      checkOperands({ row, action }, operands);
      checkOptions({ row, action }, given);
      return await runAction(action, { given: { ...given, operands }, out, name });
    },
  };
}

function asks(action: AdminAction): boolean {
  return 'hand' in action ? action.asks === true : 'confirm' in action;
}

interface ActionPlace {
  readonly out: Output;
  readonly given: CommandInput;
  readonly name: string;
}

async function runAction(action: AdminAction, { out, given, name }: ActionPlace): Promise<number> {
  const isJson = given.flag('json');
  if ('operator' in action) {
    await runServer({ operands: operandsOf(action, given), roles: given.values('role'), json: isJson }, out);
    return 0;
  }
  try {
    const confirm = (question: string): Promise<void> => confirmed(question, { given, out });
    const at: AdminInput = { ...given, server: personServer(given), confirm };
    const { json, lines } = 'hand' in action ? await byHand(action.hand, at) : await runRequest(action, at);
    out.print(isJson ? JSON.stringify(json) : lines(out.width).join('\n'));
    return 0;
  } catch (error) {
    if (error instanceof WaitsForSecondPerson) {
      out.print(isJson ? JSON.stringify(error.answer) : waitingText(error.answer));
      return 0;
    }
    if (!(error instanceof ServerRefused) && !(error instanceof NotConfirmed)) throw error;
    out.complain(`permesso admin ${name}: ${error.message}`);
    return 1;
  }
}

function operandsOf({ operator, ofOrganisation }: OperatorAction, given: CommandInput): readonly string[] {
  if (ofOrganisation !== true) return [operator, ...given.operands];
  const organisation = given.value('organisation');
  if (organisation === undefined) throw new UsageError('which organisation? use --organisation NAME');
  return [operator, organisation, ...given.operands];
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

function wordsOf({ typed }: AdminAction): readonly string[] {
  return typed.split(' ').filter((word) => word !== '');
}

function verbOf(action: AdminAction): string | undefined {
  return wordsOf(action).find((word) => /^[a-z]/.test(word));
}

/** As the help shows it: operands with their values in place of their names, without options. */
function usageOf(action: AdminAction): string {
  const words = wordsOf(action).filter((word) => !word.startsWith('--'));
  return words.map((word) => word.replace(/^[A-Z]+:/, '')).join(' ');
}

/** Among actions with the same verb, picks the one that matches most of the input. */
function actionFor({ name, actions }: AdminRow, given: CommandInput): AdminAction {
  const [word] = given.operands;
  const verbs = actions.flatMap((action) => verbOf(action) ?? []);
  const verb = verbs.length === 0 ? undefined : (word ?? verbs[0]);
  const named = actions.filter((action) => verbOf(action) === verb);
  const typed = given.operands.length - (verb === undefined ? 0 : 1);
  const [first, ...others] = named
    .filter((action) =>
      optionsTyped(action).every((option) => given.flag(option) || given.values(option).length > 0),
    )
    .toSorted((a, b) => optionsTyped(b).length - optionsTyped(a).length);
  if (first === undefined)
    throw new UsageError(`there is no \`admin ${name} ${word}\`; use ${[...new Set(verbs)].join(', ')}`);
  return [first, ...others].find(({ operands = [] }) => operands.length === typed) ?? first;
}

function optionsTyped(action: AdminAction): readonly string[] {
  return wordsOf(action).flatMap((word) => (word.startsWith('--') ? [word.slice(2)] : []));
}

interface ChosenAction {
  readonly row: AdminRow;
  readonly action: AdminAction;
}

function checkOperands({ row, action }: ChosenAction, given: readonly string[]): void {
  const { operands = [] } = action;
  const missing = operands.slice(given.length).find(({ isOptional }) => isOptional !== true);
  const extra = given[operands.length];
  if (missing === undefined && extra === undefined) return;
  const usage = ['permesso admin', row.name, usageOf(action)].filter((word) => word !== '').join(' ');
  throw new UsageError(
    `${missing === undefined ? `unexpected argument \`${extra}\`` : `${missing.name} is missing`}; use: ${usage}`,
  );
}

/** An option of another action would have no effect, although the person who typed it expects one. */
function checkOptions({ row: { name, actions }, action }: ChosenAction, given: CommandInput): void {
  const own = new Set(action.options?.map((option) => option.name));
  const others = actions.flatMap(({ options = [] }) => options).filter((option) => !own.has(option.name));
  const strange = others.find((option) => given.flag(option.name) || given.values(option.name).length > 0);
  if (strange === undefined) return;
  throw new UsageError(
    `--${strange.name} goes with ${verbsWith(strange.name, actions).join(', ')}, not with \`admin ${name} ${verbOf(action) ?? ''}\``,
  );
}

function verbsWith(option: string, actions: readonly AdminAction[]): readonly string[] {
  const having = actions.filter(({ options = [] }) => options.some((each) => each.name === option));
  return [...new Set(having.flatMap((action) => verbOf(action) ?? []))];
}

/** Each option once, with the verbs that accept it. */
function optionsOf(actions: readonly AdminAction[]): readonly CommandOption[] {
  const found = new Map(
    actions
      .flatMap(({ options = [] }) => options.map((option) => [option.name, option] as const))
      .toReversed(),
  );
  const verbs = new Set(actions.map(verbOf));
  return [...found.values()].toReversed().map(({ name, help, value, repeats }) => {
    const having = verbsWith(name, actions);
    const isOfAll = having.length === verbs.size || having.length === 0;
    return {
      name,
      ...definedFields({ value, repeats }),
      help: isOfAll ? help : `${having.join(', ')}: ${help}`,
    };
  });
}
