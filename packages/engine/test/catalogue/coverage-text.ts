import { shareOf, type ProgramCoverage } from './measure.ts';

interface Summary {
  readonly measured: readonly ProgramCoverage[];
  readonly median: number;
  readonly nearlyAll: number;
  readonly worst: readonly ProgramCoverage[];
  readonly without: readonly string[];
}

function summaryOf(programs: readonly ProgramCoverage[]): Summary {
  const measured = programs
    .filter(({ there }) => there > 0)
    .toSorted((a, b) => shareOf(a) - shareOf(b) || b.missing.length - a.missing.length);
  return {
    measured,
    median: shareOf(measured[Math.floor(measured.length / 2)] ?? emptyCoverage),
    nearlyAll: measured.filter((each) => shareOf(each) >= 0.9).length,
    worst: measured.filter(({ missing }) => missing.length > 0).slice(0, 10),
    without: programs.filter(({ hasRows }) => !hasRows).map(({ program }) => program),
  };
}

const emptyCoverage: ProgramCoverage = {
  program: '',
  ecosystem: '',
  there: 0,
  spelled: 0,
  byRest: 0,
  missing: [],
  hasRows: false,
};

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

/** For a terminal: every program that lacks something, with what it lacks. */
export function coverageText(programs: readonly ProgramCoverage[]): string {
  const { measured, median, nearlyAll, worst, without } = summaryOf(programs);
  return [
    ...measured
      .filter(({ missing }) => missing.length > 0)
      .map(
        (each) =>
          `${each.program} (${each.ecosystem}): ${each.there - each.missing.length} of ${each.there}, missing ${each.missing.join(', ')}`,
      ),
    '',
    `median ${percent(median)}; at least 90 %: ${nearlyAll} of ${measured.length} programs with completions`,
    `worst ten: ${worst.map((each) => `${each.program} ${percent(shareOf(each))}`).join(', ')}`,
    `without any row: ${without.length} of ${programs.length}${without.length > 0 ? `: ${without.join(' ')}` : ''}`,
  ].join('\n');
}

export function coveragePage(programs: readonly ProgramCoverage[]): string {
  const { measured, median, nearlyAll, worst, without } = summaryOf(programs);
  const row = (each: ProgramCoverage): string =>
    `| \`${each.program}\` | ${each.there} | ${each.spelled} | ${each.byRest} | ${each.missing.length} |`;
  const head = ['| Program | In completions | Row | By the rest | Missing |', '|---|--:|--:|--:|--:|'];
  return `# Coverage

How much of what programs can do has a row in the [catalogue of effects](../docs/effects.md). The yardstick is not ours: the sub-commands that
public completions (\`zsh-common\`, \`fish-common\`, \`bash-completion\`, \`@withfig/autocomplete\`) know, for the
[${programs.length} programs](../packages/engine/test/catalogue/programs.txt) that developers use most. \`npm run tools -- coverage --write\` makes this page.

- Median of the ${measured.length} programs with sub-commands in completions: **${percent(median)}**. At least 90 %: ${nearlyAll} of them.
- The worst, at most ten: ${worst.map((each) => `\`${each.program}\` ${percent(shareOf(each))}`).join(', ') || 'none lacks any'}.
- Programs of the list that nothing is known of: ${without.length}${without.length > 0 ? ` (${without.map((name) => `\`${name}\``).join(', ')})` : ''}. They are \`run-other\`, and so is a sub-command without a row.

*Row*: a row spells the sub-command or its group, or the [command model](command-model.md) knows it. *By the rest*: a row states what the program
does with any other word; it is the graver choice, or \`run\` for programs that only run the project's code.

${[...head, ...measured.toSorted((a, b) => (a.program < b.program ? -1 : 1)).map(row)].join('\n')}
`;
}
