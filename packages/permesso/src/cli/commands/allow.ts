import { decideCall, type Decision, printable, type RememberedCall } from '@permesso/engine/decision';
import { isUnder } from '@permesso/engine/facts';
import { alsoAllowsText, parseRule } from '@permesso/engine/policy';
import { addRule } from '@permesso/gate/gate';
import { readLogBackwards } from '@permesso/gate/log';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { changeRule } from './rules.ts';
import { callAgain } from '../../review/log-history.ts';
import { logDirectory, logOption } from '../log/log-options.ts';
import {
  cwdOption,
  placeOptions,
  policyForCommandLine,
  policyOptions,
  shownPath,
} from '../policy-options.ts';

export const allow: Command = {
  name: 'allow',
  summary:
    'Saves the rule you name, or offers rules for the last call that was asked about, from narrow to wide.',
  usage: 'allow [RULE] [options]',
  options: [
    {
      name: 'to',
      value: 'WHERE',
      help: 'local (yours, in this project; default) or user (yours, everywhere)',
    },
    logOption,
    ...policyOptions.filter(({ name }) => name !== 'mode'),
    cwdOption,
  ],
  examples: [
    ['permesso allow', 'choose a rule for the last question in this project'],
    ["permesso allow 'Bash(npm run:*)' --to user", 'this rule, for every project'],
  ],
  exitCodes: [
    [0, 'a rule was saved'],
    [1, 'nothing was saved: no rule was chosen, or there is nothing to allow'],
  ],
  run: async (given, out) => {
    const to = given.value('to') ?? 'local';
    if (to !== 'local' && to !== 'user') throw new UsageError(`--to takes local or user, not ${to}`);
    const [rule, extra] = given.operands;
    if (extra !== undefined) throw new UsageError('one rule at a time: put it in quotes');
    if (rule !== undefined) return await changeRule('add', { verdict: 'allow', rule, to, given, out });
    const last = lastAsked(given);
    if (last === undefined) {
      out.print("No call in this project has asked yet. To add a rule: permesso allow 'Bash(npm test)'");
      return 1;
    }
    const { policy } = policyForCommandLine(given).loaded;
    const decision = decideCall(last.call, { policy, world: last.world, mode: last.mode });
    return offer({ decision, to, given, out });
  },
};

/** How many entries to search for the last ask. */
const mostEntries = 5000;

/** The newest call of this project that was asked about, if the log kept it in full. */
function lastAsked(given: CommandInput): RememberedCall | undefined {
  const { cwd } = placeOptions(given);
  let seen = 0;
  for (const entry of readLogBackwards(logDirectory(given))) {
    seen += 1;
    if (seen > mostEntries) return undefined;
    if (entry.type !== 'decision' || entry.verdict !== 'ask') continue;
    const again = callAgain(entry);
    if (again !== undefined && (isUnder(cwd, again.world.project) || cwd === again.world.project))
      return again;
  }
  return undefined;
}

interface Offer {
  readonly decision: Decision;
  readonly to: 'local' | 'user';
  readonly given: CommandInput;
  readonly out: Output;
}

/** Worded as in `permesso lint`. */
function alsoAllowedBy(text: string): string | undefined {
  const rule = parseRule(text, { verdict: 'allow', origin: { layer: 'local', root: '/', trusted: true } });
  return rule.ok ? alsoAllowsText(rule.value) : undefined;
}

async function offer({ decision, to, given, out }: Offer): Promise<number> {
  const { suggestions, verdict, receipt } = decision;
  const call = receipt.parts.map(({ label }) => `  ${printable(label)}`);
  const about = ['The last call that was asked about:', ...call];
  if (verdict !== 'ask' || suggestions.length === 0) {
    const why =
      verdict === 'ask'
        ? 'No rule can allow this: it is approved each time.'
        : `Under today's policy the verdict is ${verdict}.`;
    out.print([...about, why].join('\n'));
    return 1;
  }
  const rows = suggestions.map(({ rules, covers }, at) => [
    String(at + 1),
    rules.join(' + '),
    [covers, ...rules.flatMap((rule) => alsoAllowedBy(rule) ?? [])].join('; '),
  ]);
  const text = [...about, '', ...inColumns(rows, out.width).map(printable), ''].join('\n');
  const said = await out.ask?.(`${text}\nSave which rule (1-${suggestions.length})? Enter for none: `);
  if (said === undefined) {
    out.print(`${text}\nNothing was saved: only a person can choose, in a terminal.`);
    return 1;
  }
  const chosen = /^\d{1,2}$/u.test(said) ? suggestions[Number(said) - 1] : undefined;
  if (chosen === undefined) {
    out.print('Nothing was saved.');
    return 1;
  }
  const place = { ...placeOptions(given), to };
  for (const rule of chosen.rules) {
    const { file, changed } = await addRule({ verdict: 'allow', rule: { rule, from: 'prompt' } }, place);
    out.print(
      `${changed ? 'Added to' : 'Already in'} ${printable(shownPath(file, place.cwd))}: allow ${printable(rule)}`,
    );
    out.print(`Undo: permesso rules remove allow '${printable(rule)}'${to === 'user' ? ' --to user' : ''}`);
  }
  return 0;
}
