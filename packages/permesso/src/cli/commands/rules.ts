import { isShippedFile } from '@permesso/gate/storage';
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
import { inColumns } from '../columns.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import {
  cwdOption,
  placeOptions,
  policyForCommandLine,
  policyOptions,
  shownPath,
} from '../policy-options.ts';

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
    ['permesso rules', 'every rule, strictest first, with file and line'],
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
      throw new UsageError(`\`rules ${action}\`? there are add and remove`);
    return change(action, { ...readEdit(given, rest), given, out });
  },
};

/** The rule as it is written, limits and all. */
interface Listed extends Omit<ListedRule, 'text'> {
  readonly rule: string;
}

function listRules(given: CommandInput, out: Output): number {
  const { loaded, mode } = policyForCommandLine(given);
  const { cwd } = placeOptions(given);
  const { policy } = loaded;
  const listed = verdicts
    .toReversed()
    .flatMap((verdict) =>
      policy.rules.filter((rule) => rule.verdict === verdict).map((rule) => describeRule(rule, policy)),
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
          ...(file === undefined ? {} : { file }),
        })),
      }),
    );
    return 0;
  }
  const frozen = loaded.frozen === undefined ? '' : `, frozen: ${printable(loaded.frozen)}`;
  out.print(
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

/** File by file, as the layers are received; in each the strictest first. */
function grouped(
  listed: readonly Listed[],
  { cwd, width, isWhole }: { cwd: string; width: number; isWhole: boolean },
): readonly string[] {
  const sources = new Map<string, Listed[]>();
  for (const each of listed) {
    const source = `${each.layer}${each.file === undefined ? '' : `  ${shownPath(each.file, cwd)}`}`;
    sources.set(source, [...(sources.get(source) ?? []), each]);
  }
  return [...sources].flatMap(([source, from]) => [
    '',
    printable(source),
    ...inColumns(isWhole ? from.map(ruleRow) : foldedRows(from), width),
  ]);
}

function ruleRow({ verdict, line, rule, inert }: Listed): readonly string[] {
  return [
    `${verdict.padEnd(5)} ${line === undefined ? '' : String(line).padStart(4)}`,
    rule,
    inert === undefined ? '' : `does nothing: ${inert}`,
  ];
}

const mostOfAKind = 6;

/** Of a shipped file, many rules of one kind are one line: nobody reads three hundred hosts of documentation. */
function foldedRows(from: readonly Listed[]): readonly (readonly string[])[] {
  const kinds = Map.groupBy(from, ({ verdict, rule, file = '', inert }) =>
    JSON.stringify(isShippedFile(file) ? [verdict, /^.*?\(/su.exec(rule)?.[0], inert] : [file]),
  );
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined || alike.length <= mostOfAKind || !isShippedFile(first.file ?? ''))
      return alike.map(ruleRow);
    const [place = '', rule = '', inert = ''] = ruleRow(first);
    return [[place, `${rule} and ${alike.length - 1} more (--all)`, inert]];
  });
}

/** What models are not shown, and what becomes of a call of it. */
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

function describeRule(rule: Rule, policy: Policy): Listed {
  const { text, verdict, ...rest } = listedRule(rule, policy);
  const limits = JSON.stringify(limitsOf(rule));
  return { verdict, rule: limits === '{}' ? text : `${text} ${limits}`, ...rest };
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
    throw new UsageError(`--to ${to}? there are project, local and user`);
  return { verdict: known, rule, to };
}

async function change(
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
  const shown = shownPath(file, place.cwd);
  const done = action === 'add' ? 'Added to' : 'Removed from';
  const not = action === 'add' ? 'Already in' : 'Not in';
  if (given.flag('json')) out.print(JSON.stringify({ file, changed }));
  else out.print(`${changed ? done : not} ${printable(shown)}: ${verdict} ${printable(rule)}`);
  return changed || action === 'add' ? 0 : 1;
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
