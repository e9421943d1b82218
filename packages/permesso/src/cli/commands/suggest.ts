import { printable } from '@permesso/engine/decision';
import { UsageError, type Command } from '../command.ts';
import { inColumns } from '../columns.ts';
import { hostileFiles } from '../../review/log-history.ts';
import { suggestRules, type Suggestions } from '../../review/suggest-rules.ts';
import { logDirectory, logOption, progressTo } from '../log/log-options.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions } from '../policy-options.ts';

export const suggest: Command = {
  name: 'suggest',
  summary: 'Proposes rules that would have saved prompts, tested on your log and on known attacks.',
  usage: 'suggest [options]',
  options: [
    logOption,
    { name: 'least', value: 'N', help: 'approvals needed to propose a rule (default: 3)' },
    {
      name: 'hostile',
      value: 'FILE',
      repeats: true,
      help: 'cases that no rule may allow (default: the shipped ones)',
    },
    ...policyOptions.filter(({ name }) => name !== 'mode'),
    cwdOption,
    { name: 'json', help: 'rules, proofs and limits as JSON' },
  ],
  examples: [
    ['permesso suggest', 'proposes rules for what you keep approving, least risk first'],
    ['permesso suggest --least 5 --json', 'only frequent approvals, as JSON'],
  ],
  alone: true,
  exitCodes: [
    [0, 'rules are proposed'],
    [1, 'there is nothing to propose'],
  ],
  run: (given, out) => {
    const least = Number(given.value('least') ?? 3);
    if (!Number.isInteger(least) || least < 1) throw new UsageError('--least takes a number from 1');
    const files = hostileFiles(given.values('hostile'));
    if (files.length === 0)
      throw new UsageError('there is no hostile corpus to prove rules on: name one with --hostile');
    const learning = suggestRules({
      log: logDirectory(given),
      layers: policyForCommandLine(given).loaded.layers,
      hostile: files,
      least,
      cwd: placeOptions(given).cwd,
      progress: progressTo(out),
    });
    out.print(given.flag('json') ? JSON.stringify(learning) : printLearning(learning, out.width));
    return learning.rules.length === 0 ? 1 : 0;
  },
};

export function printLearning(learning: Suggestions, width: number): string {
  const { rules, prompts, left, hostile, limits } = learning;
  const rest = [...trustLines(learning), ...droppedLines(learning, width), ...limitLines(limits, width)];
  if (rules.length === 0)
    return [
      prompts === 0
        ? 'No rule to propose: no call in your log would still ask.'
        : `No rule to propose: ${prompts} calls in your log would still ask.`,
      ...rest,
    ].join('\n');
  return [
    `${prompts} calls in your log would still ask; with these rules, ${left}.`,
    `They allow none of ${hostile} hostile calls.`,
    ...mostSaving(rules),
    '',
    ...inColumns(
      rules.map(({ risk, saved, rule, because }) => [risk, `-${saved}`, rule, because]),
      width,
    ),
    ...ranLines(rules),
    '',
    'as a policy:',
    'allow:',
    ...rules.map(({ rule }) => `  - ${JSON.stringify(printable(rule))}`),
    ...rest,
  ].join('\n');
}

/** The table is sorted by risk; this list is for readers who want fewer asks soon. */
function mostSaving(rules: Suggestions['rules']): readonly string[] {
  const best = rules.toSorted((a, b) => b.saved - a.saved).slice(0, 3);
  if (rules.length <= best.length) return [];
  const saved = best.reduce((sum, one) => sum + one.saved, 0);
  return [
    '',
    `These three would have saved the most, ${saved} prompts:`,
    ...best.map(({ rule }) => `  ${rule}`),
  ];
}

/**
 * No rule is learnt about a project's own code: trusting it is the person's decision, and ends more prompts than any
 * rule.
 */
function trustLines({ trustingCode }: Suggestions): readonly string[] {
  if (trustingCode === 0) return [];
  return [
    '',
    `${trustingCode} of these prompts are about tests, builds and scripts of this project.`,
    'To stop asking about them, trust its code: permesso trust code',
  ];
}

function droppedLines({ dropped }: Suggestions, width: number): readonly string[] {
  if (dropped.length === 0) return [];
  const rows = dropped.slice(0, 10).map(({ rule, because }) => [rule, because]);
  return ['', 'not proposed:', ...inColumns(rows, width)];
}

/** A call that ran may have been approved by nobody: the reader should know which suggestions rest on that. */
function ranLines(rules: Suggestions['rules']): readonly string[] {
  const told = rules.filter(({ ran }) => ran > 0);
  if (told.length === 0) return [];
  const approvals = told.reduce((sum, { ran }) => sum + ran, 0);
  return [
    '',
    `${approvals} of the approvals were given in the agent's own window: the call ran`,
    'after the agent asked; who answered is unknown.',
  ];
}

function limitLines(given: Suggestions['limits'], width: number): readonly string[] {
  const limits = given.filter(({ prompts }) => prompts > 0);
  if (limits.length === 0) return [];
  return [
    '',
    'would still ask:',
    ...inColumns(
      limits.map(({ why, prompts }) => [String(prompts), why]),
      width,
    ),
  ];
}
