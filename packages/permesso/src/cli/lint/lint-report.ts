import { printable } from '@permesso/engine/internal/decision/printable';
import { wrap } from '@permesso/engine/internal/decision/print-decision';
import type { FileProblem } from '@permesso/engine/internal/policy/file/file-problem';
import type { Finding } from '@permesso/engine/internal/policy/lint/finding';
import type { Rule } from '@permesso/engine/internal/policy/rules/rule';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import { masked } from '../masked.ts';
import { shownPath } from '../policy-options.ts';

/** A finding as it is printed and as `--json` gives it. */
export interface Report {
  readonly severity: Finding['severity'];
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly verdict?: Verdict;
  readonly rule?: string;
  readonly message: string;
  readonly by?: Pick<Report, 'file' | 'line' | 'verdict' | 'rule'> & { readonly layer: string };
  readonly fix?: string;
  /** `--fix` removes the rule. */
  readonly removable: boolean;
}

export function reportOf(finding: Finding, texts: ReadonlyMap<string, string>): Report {
  const { severity, code, rule, by, message, fix, removable } = finding;
  return {
    severity,
    code,
    ...(rule === undefined ? {} : { ...rulePosition(rule, texts), ...spoken(rule) }),
    message: masked(message),
    ...(by === undefined
      ? {}
      : { by: { layer: by.origin.layer, ...rulePosition(by, texts), ...spoken(by) } }),
    ...(fix === undefined ? {} : { fix }),
    removable: removable && rule?.origin.file !== undefined,
  };
}

export function reportProblem({ severity, file, line, column, path, message, fix }: FileProblem): Report {
  return {
    severity,
    code: 'file',
    file,
    line,
    column,
    ...(path === '' ? {} : { rule: path }),
    message: masked(message),
    ...(fix === undefined ? {} : { fix }),
    removable: false,
  };
}

function spoken(rule: Rule): { readonly verdict: Verdict; readonly rule: string } {
  return { verdict: rule.verdict, rule: masked(rule.text) };
}

function rulePosition(
  { origin, text }: Rule,
  texts: ReadonlyMap<string, string>,
): Pick<Report, 'file' | 'line' | 'column'> {
  const { file, line } = origin;
  if (file === undefined) return {};
  if (line === undefined) return { file };
  const row = texts.get(file)?.split(/\r?\n/)[line - 1] ?? '';
  const at = row.indexOf(text);
  return { file, line, column: (at === -1 ? Math.max(0, row.search(/\S/)) : at) + 1 };
}

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
