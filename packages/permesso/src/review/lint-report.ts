import { definedFields } from '@permesso/engine/call';
import type { FileProblem } from '@permesso/engine/text';
import type { Finding, Rule, Verdict } from '@permesso/engine/policy';
import { masked } from './masked.ts';

/** A finding as printed, and as `--json` gives it. */
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
    ...definedFields({ fix }),
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
    ...definedFields({ fix }),
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
