import { definedFields } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';
import {
  addRule,
  EditError,
  removeRule,
  type EditOptions,
  type EditResult,
  limitsOf,
  listedRule,
  type ListedRule,
} from '@permesso/gate/gate';
import { printFileProblem } from '@permesso/engine/text';
import { type Policy, type Rule, type Verdict, verdicts } from '@permesso/engine/policy';
import { shippedPlaces } from '../../local-console/routes/shipped-places.ts';
import { inColumns } from '../columns.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { UsageError, type Command, type CommandInput, type Output, show } from '../command.ts';
import {
  cwdOption,
  placeOptions,
  policyForCommandLine,
  policyOptions,
  shownPath,
} from '../policy-options.ts';
import { groupTexts } from './preset-texts.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'Lists the effective rules with their source, adds one, or removes one.',
  usage: 'rules [add VERDICT RULE | remove VERDICT RULE] [options]',
  options: [
    {
      name: 'to',
      value: 'WHERE',
      help: 'project (shared), local (yours, here: this) or user (yours, everywhere)',
    },
    { name: 'why', value: 'TEXT', help: 'a comment for readers of the policy' },
    { name: 'message', value: 'TEXT', help: 'message for the person' },
    { name: 'guidance', value: 'TEXT', help: 'guidance for the model' },
    { name: 'expires', value: 'DATE', help: 'the date from which the rule has no effect' },
    { name: 'all', help: 'every rule of the presets, one by one' },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso rules', 'your rules, strictest first, with file and line; presets by their parts'],
    ['permesso rules add allow "Bash(npm run:*)"', 'into .permesso/policy.local.yaml, comments kept'],
    ['permesso rules add deny "Read(**/.env)" --to project', 'for everyone who works on the project'],
    ['permesso rules remove allow "Bash(npm run:*)"', 'removes the rule'],
  ],
  exitCodes: [
    [0, 'listed, added or removed'],
    [1, 'there was no such rule to remove, or nobody confirmed a change that loosens the policy'],
  ],
  run: (given, out) => {
    const [action = 'list', ...rest] = given.operands;
    if (action === 'list') return listRules(given, out);
    if (action !== 'add' && action !== 'remove')
      throw new UsageError(`unknown \`rules ${action}\`; use add or remove`);
    return changeRule(action, { ...readEdit(given, rest), given, out });
  },
};

/** The rule as written, limits included. */
interface Listed extends Omit<ListedRule, 'text'> {
  readonly rule: string;
  /** The preset, or the group of a preset, that it comes from. */
  readonly from?: string;
}

function listRules(given: CommandInput, out: Output): number {
  const { loaded, mode } = policyForCommandLine(given);
  const { cwd } = placeOptions(given);
  const { policy } = loaded;
  const shippedIn = shippedPlaces();
  const listed = verdicts
    .toReversed()
    .flatMap((verdict) =>
      policy.rules
        .filter((rule) => rule.verdict === verdict)
        .map((rule) => describeRule(rule, policy, shippedIn(rule.verdict, rule.origin))),
    );
  for (const problem of loaded.problems) out.complain(printable(printFileProblem(problem)));
  if (given.flag('json')) {
    out.print(
      JSON.stringify({
        mode: mode ?? policy.mode ?? 'default',
        frozen: loaded.frozen ?? null,
        rules: listed,
        tools: policy.visibility.map(({ visible, hidden, origin: { layer, file } }) => ({
          visible,
          hidden,
          layer,
          ...definedFields({ file }),
        })),
      }),
    );
    return 0;
  }
  const frozen = loaded.frozen === undefined ? '' : `, frozen: ${printable(loaded.frozen)}`;
  show(
    out,
    [
      `mode ${mode ?? policy.mode ?? 'default'}${frozen}`,
      ...(listed.length === 0
        ? ['There are no rules. `permesso rules add allow "Bash(npm run:*)"` adds one.']
        : grouped(listed, { cwd, width: out.width, isWhole: given.flag('all') })),
      ...policy.visibility.flatMap((lists) => hiddenFrom(lists, cwd)),
    ].join('\n'),
  );
  return 0;
}

interface Listing {
  readonly cwd: string;
  readonly width: number;
  readonly isWhole: boolean;
}

/** The person's own rules, file by file with the strictest first; then one line per part of a preset. */
function grouped(listed: readonly Listed[], { cwd, width, isWhole }: Listing): readonly string[] {
  const shipped = isWhole ? [] : listed.filter(({ from }) => from !== undefined);
  const own = listed.filter((each) => !shipped.includes(each));
  const sources = Map.groupBy(
    own,
    ({ layer, file }) => `${layer}${file === undefined ? '' : `  ${shownPath(file, cwd)}`}`,
  );
  return [
    ...[...sources].flatMap(([source, from]) => [
      '',
      printable(source),
      ...inColumns(from.map(ruleRow), width),
    ]),
    ...(shipped.length === 0 ? [] : ['', ...presetLines(shipped, width)]),
    ...(own.length > 0 ? [] : ['', 'You have no rules of your own yet. `permesso allow RULE` adds one.']),
  ];
}

function ruleRow({ verdict, line, rule, inert }: Listed): readonly string[] {
  return [
    `${verdict.padEnd(5)} ${line === undefined ? '' : String(line).padStart(4)}`,
    rule,
    inert === undefined ? '' : `does nothing: ${inert}`,
  ];
}

/** Nobody reads three hundred documentation hosts. */
function presetLines(shipped: readonly Listed[], width: number): readonly string[] {
  const parts = Map.groupBy(shipped, ({ verdict, from }) => `${verdict.padEnd(5)}  ${from}`);
  const rows = [...parts].map(([part, alike]) => [part, `${alike.length}`, aboutPart(alike)]);
  return ['From presets (--all lists every rule)', ...inColumns(rows, width)];
}

/** The effects that it names, or the first sentence of its group's description in the preset. */
function aboutPart(listed: readonly Listed[]): string {
  const effects = listed.map(({ rule }) => /^Effect\(([\w-]+)\)$/u.exec(rule)?.[1]);
  const [first] = listed;
  const about = groupTexts()
    .get(first?.from ?? '')
    ?.about.split(/[.:,](?:\s|$)/u)[0];
  return effects.includes(undefined) ? (about ?? '') : effects.join(', ');
}

/** Tools hidden from models, and the verdict on a call of one. */
function hiddenFrom(
  { visible, hidden, origin }: Policy['visibility'][number],
  cwd: string,
): readonly string[] {
  const { layer, file } = origin;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['never shown to a model, and denied:', hidden],
    ['only these are shown, the rest is denied:', visible],
  ];
  return [
    '',
    printable(`${layer}${file === undefined ? '' : `  ${shownPath(file, cwd)}`}`),
    ...lists.flatMap(([words, names]) =>
      names.length === 0 ? [] : [`  ${words} ${printable(names.join(', '))}`],
    ),
  ];
}

function describeRule(rule: Rule, policy: Policy, from: string | undefined): Listed {
  const { text, verdict, ...rest } = listedRule(rule, policy);
  const limits = JSON.stringify(limitsOf(rule));
  return { verdict, rule: limits === '{}' ? text : `${text} ${limits}`, ...rest, ...definedFields({ from }) };
}

interface Edit {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly to: EditOptions['to'];
}

function readEdit(given: CommandInput, [verdict, rule, extra]: readonly string[]): Edit {
  if (verdict === undefined || rule === undefined)
    throw new UsageError('write a verdict and a rule: rules add deny "Bash(rm:*)"');
  if (extra !== undefined) throw new UsageError('one rule at a time: put it in quotes');
  const known = verdicts.find((each) => each === verdict);
  if (known === undefined) throw new UsageError(`\`${verdict}\` is not one of ${verdicts.join(', ')}`);
  const to = given.value('to') ?? 'local';
  if (to !== 'project' && to !== 'local' && to !== 'user')
    throw new UsageError(`--to takes project, local or user, not ${to}`);
  return { verdict: known, rule, to };
}

export async function changeRule(
  action: 'add' | 'remove',
  { verdict, rule, to, given, out }: Edit & { readonly given: CommandInput; readonly out: Output },
): Promise<number> {
  const place = { ...placeOptions(given), to };
  const loosens = action === 'add' ? verdict === 'allow' : verdict !== 'allow';
  const verb = action === 'add' ? 'Add' : 'Remove';
  if (loosens && !(await confirmLoosening(`${verb} this rule (${to}): ${verdict} ${printable(rule)}?`, out)))
    return 1;
  const { file, changed } = await edited(
    action === 'add'
      ? addRule({ verdict, rule: withWords(rule, given) }, place)
      : removeRule({ verdict, rule }, place),
  );
  if (given.flag('json')) out.print(JSON.stringify({ file, changed }));
  else out.print(changedText({ verdict, rule, to, action, changed, file: shownPath(file, place.cwd) }));
  return changed || action === 'add' ? 0 : 1;
}

interface ChangedRule extends Edit {
  readonly action: 'add' | 'remove';
  readonly changed: boolean;
  readonly file: string;
}

function changedText({ action, verdict, rule, to, changed, file }: ChangedRule): string {
  const [done, not] = action === 'add' ? ['Added to', 'Already in'] : ['Removed from', 'Not in'];
  const text = `${changed ? done : not} ${printable(file)}: ${verdict} ${printable(rule)}`;
  if (!changed || action === 'remove') return text;
  const where = to === 'local' ? '' : ` --to ${to}`;
  return `${text}\nUndo: permesso rules remove ${verdict} '${printable(rule)}'${where}`;
}

async function edited(edit: Promise<EditResult>): Promise<EditResult> {
  try {
    return await edit;
  } catch (error) {
    throw error instanceof EditError ? new UsageError(error.message) : error;
  }
}

function withWords(rule: string, given: CommandInput): string | { readonly rule: string } {
  const words = ['message', 'guidance', 'why', 'expires'].flatMap((name) => {
    const value = given.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return words.length === 0 ? rule : { rule, ...Object.fromEntries(words) };
}
