import { printable, wrap } from '@permesso/engine/decision';
import type { Report } from '../../review/lint-report.ts';
import { shownPath } from '../policy-options.ts';

export function printReports(
  reports: readonly Report[],
  { fixed, cwd, width }: { readonly fixed: readonly Report[]; readonly cwd: string; readonly width: number },
): string {
  const lines: string[] = [];
  for (const report of fixed)
    lines.push(
      `removed  ${where(report, cwd)}  ${report.verdict ?? ''} ${printable(report.rule ?? '')} (${report.code})`,
    );
  if (fixed.length > 0) lines.push('');
  for (const report of reports) lines.push(...printReport(report, { cwd, width }), '');
  lines.push(summary(reports));
  return lines.join('\n');
}

function printReport(report: Report, { cwd, width }: { cwd: string; width: number }): readonly string[] {
  const { severity, code, verdict, rule, message, by, fix } = report;
  const shown = rule === undefined ? '' : `${verdict ?? ''} ${rule}`.trim();
  const because =
    by === undefined ? '' : `: ${by.verdict ?? ''} ${by.rule ?? ''} (${where(by, cwd) || by.layer})`;
  return [
    [where(report, cwd), severity, code].filter((each) => each !== '').join('  '),
    ...[shown, `${message}${because}`, ...(fix === undefined ? [] : [`-> ${fix}`])]
      .filter((each) => each !== '')
      .flatMap((each) => wrap(printable(each), width - 4))
      .map((line) => `    ${line}`),
  ];
}

function where({ file, line, column }: Pick<Report, 'file' | 'line' | 'column'>, cwd: string): string {
  if (file === undefined) return '';
  return [printable(shownPath(file, cwd)), line, column].filter((each) => each !== undefined).join(':');
}

function summary(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No problems found.';
  const count = (severity: Report['severity']): string | undefined => {
    const number = reports.filter((each) => each.severity === severity).length;
    return number === 0 ? undefined : `${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  const counts = [count('error'), count('warning'), count('note')]
    .filter((each) => each !== undefined)
    .join(', ');
  const fixable = reports.filter(({ removable }) => removable).length;
  return fixable === 0 ? counts : `${counts}; --fix removes ${fixable} of the rules`;
}
