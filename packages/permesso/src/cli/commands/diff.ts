import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type CompareOptions,
  comparePolicies,
  type Comparison,
  type PolicyDifference,
} from '@permesso/engine/decision';
import { modes, readMode } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { UsageError, type Command, type CommandInput } from '../command.ts';
import { readCases } from '../../review/conformance-case.ts';
import { comparisonAsData, printComparison } from '../diff/diff-print.ts';
import { readOnePolicy, type OnePolicy } from '../one-policy.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'Shows what becomes looser or stricter between two policies, with examples.',
  usage: 'diff [options] OLD NEW',
  options: [
    {
      name: 'corpus',
      value: 'FILE',
      repeats: true,
      help: 'calls to try as well: conformance cases (.jsonl)',
    },
    { name: 'mode', value: 'MODE', help: 'for both, instead of their own' },
    cwdOption,
    { name: 'json', help: 'the changes as JSON' },
  ],
  examples: [
    ['permesso diff old.yaml .permesso/policy.yaml', 'what a change of the policy does'],
    ['git show main:.permesso/policy.yaml > old.yaml', 'the policy of another branch, to compare with'],
  ],
  exitCodes: [
    [0, 'nothing can become looser'],
    [1, 'something becomes looser, or might'],
  ],
  run: (given, out) => {
    const [oldFile, newFile, extra] = given.operands;
    if (oldFile === undefined || newFile === undefined || extra !== undefined)
      throw new UsageError('name two policy files: the old one and the new one');
    const { cwd } = placeOptions(given);
    const before = readOnePolicy(oldFile, cwd);
    const after = readOnePolicy(newFile, cwd);
    const compared = comparePolicies(before.policy, after.policy, {
      // Both on one machine: that of the new policy.
      world: after.world,
      ...modeOf(given),
      ...corpusOf(given, cwd),
    });
    const comparison: Comparison = {
      ...compared,
      changes: [...failureChange(before, after), ...compared.changes],
    };
    out.print(
      given.flag('json')
        ? JSON.stringify(comparisonAsData(comparison), undefined, 2)
        : printComparison(comparison, { project: after.root, width: out.width }),
    );
    return comparison.changes.some(({ direction }) => direction === 'looser' || direction === 'both') ? 1 : 0;
  },
};

function modeOf(given: CommandInput): Pick<CompareOptions, 'mode'> {
  const name = given.value('mode');
  if (name === undefined) return {};
  const mode = readMode(name);
  if (mode === undefined) throw new UsageError(`there is no mode \`${name}\`; use ${modes.join(', ')}`);
  return { mode };
}

/** The calls of the cases, each on the machine that its case describes; their own rules and verdicts do not count. */
function corpusOf(given: CommandInput, cwd: string): Pick<CompareOptions, 'calls'> {
  const files = given.values('corpus');
  if (files.length === 0) return {};
  const cases = files.flatMap((file) => readCases(readFileSync(resolve(cwd, file), 'utf8'), file));
  return {
    calls: cases.map(({ call, cwd: at, workingDirectories, fs }) => ({
      call: { ...call, cwd: at },
      world: fixedWorld({ cwd: at, project: at, workingDirectories, links: fs?.symlinks ?? {} }),
    })),
  };
}

function failureChange(before: OnePolicy, after: OnePolicy): readonly PolicyDifference[] {
  if (before.failure === after.failure) return [];
  return [
    {
      what: 'failure',
      action: 'changed',
      direction: after.failure === 'ask' ? 'looser' : 'stricter',
      text: `when deciding itself fails: ${before.failure} -> ${after.failure}`,
      examples: [],
    },
  ];
}
