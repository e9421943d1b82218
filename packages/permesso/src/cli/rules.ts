import { printable } from '../decision/printable.ts';
import { addRule, EditError, removeRule, type EditOptions, type EditResult } from '../edit-policy.ts';
import { printFileProblem } from '../policy/file/file-problem.ts';
import { printRule } from '../policy/parse-rule.ts';
import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rule.ts';
import { verdicts, type Verdict } from '../policy/verdict.ts';
import { inColumns } from './columns.ts';
import { UsageError, type Command, type Given, type Output } from './command.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions, shownPath } from './policy-options.ts';

export const rules: Command = {
  name: 'rules',
  summary: 'Lists the rules that count here with where they come from, adds one, or removes one.',
  usage: 'rules [add VERDICT RULE | remove VERDICT RULE] [options]',
  options: [
    {
      name: 'to',
      value: 'WHERE',
      help: 'project (shared), local (yours, here: this) or user (yours, everywhere)',
    },
    { name: 'why', value: 'TEXT', help: 'for whoever reads the policy' },
    { name: 'message', value: 'TEXT', help: 'shown to the person who is asked or refused' },
    { name: 'guidance', value: 'TEXT', help: 'told to the model' },
    { name: 'expires', value: 'DATE', help: 'the rule does nothing from then on' },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso rules', 'every rule, strictest first, with file and line'],
    ['permesso rules add allow "Bash(npm run:*)"', 'into .permesso/policy.local.yaml, comments kept'],
    ['permesso rules add deny "Read(**/.env)" --to project', 'for everybody who works on it'],
    ['permesso rules remove allow "Bash(npm run:*)"', 'takes it out again'],
  ],
  exitCodes: [
    [0, 'listed, added or removed'],
    [1, 'there was no such rule to remove'],
  ],
  run: (given, out) => {
    const [action = 'list', ...rest] = given.operands;
    if (action === 'list') return list(given, out);
    if (action !== 'add' && action !== 'remove')
      throw new UsageError(`\`rules ${action}\`? there are add and remove`);
    return change(action, { ...readEdit(given, rest), given, out });
  },
};

interface Listed {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly layer: string;
  readonly file?: string;
  readonly line?: number;
  /** Why it does nothing. */
  readonly inert?: string;
}

function list(given: Given, out: Output): number {
  const { loaded, mode } = policyForCommandLine(given);
  const { cwd } = placeOptions(given);
  const { policy } = loaded;
  const listed = verdicts
    .toReversed()
    .flatMap((verdict) =>
      policy.rules.filter((rule) => rule.verdict === verdict).map((rule) => describe(rule, policy)),
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
        : grouped(listed, { cwd, width: out.width })),
      ...policy.visibility.flatMap((lists) => hiddenFrom(lists, cwd)),
    ].join('\n'),
  );
  return 0;
}

/** File by file, as the layers are heard; in each the strictest first. */
function grouped(
  listed: readonly Listed[],
  { cwd, width }: { cwd: string; width: number },
): readonly string[] {
  const sources = new Map<string, Listed[]>();
  for (const each of listed) {
    const source = `${each.layer}${each.file === undefined ? '' : `  ${shownPath(each.file, cwd)}`}`;
    sources.set(source, [...(sources.get(source) ?? []), each]);
  }
  return [...sources].flatMap(([source, from]) => [
    '',
    printable(source),
    ...inColumns(
      from.map(({ verdict, line, rule, inert }) => [
        `${verdict.padEnd(5)} ${line === undefined ? '' : String(line).padStart(4)}`,
        rule,
        inert === undefined ? '' : `does nothing: ${inert}`,
      ]),
      width,
    ),
  ]);
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

function describe(rule: Rule, policy: Policy): Listed {
  const { verdict, text, origin } = rule;
  const printed = printRule(rule);
  const inert = inertBecause(rule, policy);
  const limits =
    typeof printed === 'string'
      ? {}
      : { ...printed, rule: undefined, message: undefined, guidance: undefined, why: undefined };
  const shown = JSON.stringify(limits);
  return {
    verdict,
    rule: shown === '{}' ? text : `${text} ${shown}`,
    layer: origin.layer,
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(origin.line === undefined ? {} : { line: origin.line }),
    ...(inert === undefined ? {} : { inert }),
  };
}

function inertBecause({ verdict, origin, expires }: Rule, { restrictions }: Policy): string | undefined {
  if (expires !== undefined && expires <= Date.now()) return 'it has expired';
  if (verdict !== 'allow') return undefined;
  if (!origin.trusted) return 'not trusted';
  return restrictions.onlyManagedAllow && origin.layer !== 'managed'
    ? 'a managed policy lets only its own allow rules count'
    : undefined;
}

interface Edit {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly to: EditOptions['to'];
}

function readEdit(given: Given, [verdict, rule, extra]: readonly string[]): Edit {
  if (verdict === undefined || rule === undefined)
    throw new UsageError('write a verdict and a rule: rules add deny "Bash(rm:*)"');
  if (extra !== undefined) throw new UsageError('one rule at a time: put it in quotes');
  const known = verdicts.find((each) => each === verdict);
  if (known === undefined) throw new UsageError(`\`${verdict}\` is none of ${verdicts.join(', ')}`);
  const to = given.value('to') ?? 'local';
  if (to !== 'project' && to !== 'local' && to !== 'user')
    throw new UsageError(`--to ${to}? there are project, local and user`);
  return { verdict: known, rule, to };
}

async function change(
  action: 'add' | 'remove',
  { verdict, rule, to, given, out }: Edit & { readonly given: Given; readonly out: Output },
): Promise<number> {
  const place = { ...placeOptions(given), to };
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

function withWords(rule: string, given: Given): string | { readonly rule: string } {
  const words = ['message', 'guidance', 'why', 'expires'].flatMap((name) => {
    const value = given.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return words.length === 0 ? rule : { rule, ...Object.fromEntries(words) };
}
