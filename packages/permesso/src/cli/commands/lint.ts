import { lintAndFix, lintLoaded } from '../../review/lint-files.ts';
import type { Report } from '../../review/lint-report.ts';
import type { Command, CommandInput, Output } from '../command.ts';
import { printReports } from '../lint/print-reports.ts';
import { readOnePolicy } from '../one-policy.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions } from '../policy-options.ts';

export const lint: Command = {
  name: 'lint',
  summary: 'Finds rules that have no effect, contradict each other, are too broad or contain a secret.',
  usage: 'lint [options] [FILE...]',
  options: [
    { name: 'fix', help: 'remove exact duplicates and expired rules; comments are kept' },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'the findings as JSON' },
  ],
  examples: [
    ['permesso lint', 'checks all effective policies, and how they interact'],
    ['permesso lint .permesso/policy.yaml --fix', 'checks one file; removes duplicates and expired rules'],
  ],
  exitCodes: [
    [0, 'no problems, or only notes'],
    [1, 'warnings or errors'],
  ],
  run: async (given, out) => {
    const look = (): readonly Report[] => lintAll(given);
    const { cwd } = placeOptions(given);
    const { findings, fixed } = given.flag('fix')
      ? await lintAndFix(look, cwd)
      : { findings: look(), fixed: [] };
    print(findings, fixed, { given, out });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
};

/** Named files are checked one by one; without names, every policy in effect here is. */
function lintAll(given: CommandInput): readonly Report[] {
  const { cwd } = placeOptions(given);
  if (given.operands.length === 0) return lintLoaded(() => policyForCommandLine(given).loaded, cwd);
  return given.operands.flatMap((file) => lintLoaded(() => readOnePolicy(file, cwd), cwd));
}

function print(
  reports: readonly Report[],
  fixed: readonly Report[],
  { given, out }: { readonly given: CommandInput; readonly out: Output },
): void {
  out.print(
    given.flag('json')
      ? JSON.stringify({ findings: reports, fixed }, undefined, 2)
      : printReports(reports, { fixed, cwd: placeOptions(given).cwd, width: out.width }),
  );
}
