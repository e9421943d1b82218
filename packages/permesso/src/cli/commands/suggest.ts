import { printable } from '@permesso/engine/internal/decision/printable';
import type { Learning } from '@permesso/engine/internal/decision/learn/learn-rules';
import { UsageError, type Command } from '../command.ts';
import { inColumns } from '../columns.ts';
import { hostileFiles } from '../../review/log-history.ts';
import { suggestRules } from '../../review/suggest-rules.ts';
import { logDirectory, logOption, progressTo } from '../log/log-options.ts';
import { cwdOption, policyForCommandLine, policyOptions } from '../policy-options.ts';

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
      progress: progressTo(out),
    });
    out.print(given.flag('json') ? JSON.stringify(learning) : printLearning(learning, out.width));
    return learning.rules.length === 0 ? 1 : 0;
  },
};

function printLearning({ rules, prompts, left, hostile, dropped, limits }: Learning, width: number): string {
  if (rules.length === 0)
    return [`Nothing to propose: ${prompts} prompts still ask today.`, ...limitLines(limits, width)].join(
      '\n',
    );
  return [
    `${prompts} prompts of your history still ask today; with these rules ${left} would.`,
    `None of ${hostile} hostile calls would be allowed by them.`,
    '',
    ...inColumns(
      rules.map(({ risk, saved, rule, because }) => [risk, `-${saved}`, rule, because]),
      width,
    ),
    '',
    'as a policy:',
    'allow:',
    ...rules.map(({ rule }) => `  - ${JSON.stringify(printable(rule))}`),
    ...(dropped.length === 0 ? [] : ['', 'not proposed:']),
    ...inColumns(
      dropped.slice(0, 10).map(({ rule, because }) => [rule, because]),
      width,
    ),
    ...limitLines(limits, width),
  ].join('\n');
}

function limitLines(limits: Learning['limits'], width: number): readonly string[] {
  if (limits.length === 0) return [];
  return [
    '',
    'prompts that stay:',
    ...inColumns(
      limits.map(({ why, prompts }) => [String(prompts), why]),
      width,
    ),
  ];
}
