import {
  type Comparison,
  type PolicyDifference,
  printable,
  printCall,
  wrap,
} from '@permesso/engine/decision';

interface PrintOptions {
  /** Paths below it are shown relative to it. */
  readonly project: string;
  readonly width: number;
}

/** Looser changes first: reviewers look for those. */
export function printComparison(comparison: Comparison, options: PrintOptions): string {
  const { changes, tried, looser, stricter } = comparison;
  const of = (direction: PolicyDifference['direction']): readonly PolicyDifference[] =>
    changes.filter((change) => change.direction === direction);
  const sections = [
    section('looser', of('looser'), options),
    section('looser or stricter, depending on the call', of('both'), options),
    section('stricter', of('stricter'), options),
    section('no difference', of('none'), options),
  ].filter((each) => each !== '');
  const counts = `${tried} calls tried: ${looser} looser, ${stricter} stricter`;
  return sections.length === 0 ? `The same.\n\n${counts}` : `${sections.join('\n\n')}\n\n${counts}`;
}

function section(title: string, changes: readonly PolicyDifference[], options: PrintOptions): string {
  if (changes.length === 0) return '';
  return [title, ...changes.flatMap((change) => printChange(change, options))].join('\n');
}

const signs = { added: '+', removed: '-', changed: '~' } as const;

function printChange(change: PolicyDifference, { project, width }: PrintOptions): readonly string[] {
  const { action, text, rule, note, examples, direction } = change;
  const file = rule?.origin.file;
  const place = file === undefined ? '' : ` (${file}:${rule?.origin.line ?? ''})`;
  const isUnseen =
    examples.length === 0 && note === undefined && (direction === 'looser' || direction === 'both');
  const lines = [
    ...wrap(`${signs[action]} ${printable(`${text}${place}`)}`, width - 2).map(
      (line, at) => `${at === 0 ? '  ' : '    '}${line}`,
    ),
    ...(note === undefined ? [] : wrap(printable(note), width - 6).map((line) => `      ${line}`)),
    ...(isUnseen ? ['      may be looser: no call that was tried shows it'] : []),
  ];
  for (const { call, before, after } of examples) {
    const shown = printable(printCall(call).replaceAll(`${project}/`, ''));
    const verdicts = `${before} -> ${after}`;
    lines.push(
      ...(shown.length + 26 <= width
        ? [`      ${verdicts.padEnd(14)}  ${shown}`]
        : [`      ${verdicts}`, ...wrap(shown, width - 8).map((line) => `        ${line}`)]),
    );
  }
  return lines;
}

/** For machines: rules by text and location, calls in full. */
export function comparisonAsData({ changes, ...counts }: Comparison): unknown {
  return {
    ...counts,
    changes: changes.map(({ rule, ...change }) => ({
      ...change,
      ...(rule === undefined
        ? {}
        : { rule: rule.text, verdict: rule.verdict, file: rule.origin.file, line: rule.origin.line }),
    })),
  };
}
