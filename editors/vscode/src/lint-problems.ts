import { resolve } from 'node:path';

/** A finding of `permesso lint --json` as an editor shows it. Lines and columns begin at 0. */
export interface EditorProblem {
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
}

/** Findings about one file, as `lint` names it from `cwd`; those about others belong to their own editors. */
export function problemsFrom(
  json: string,
  { file, cwd }: { readonly file: string; readonly cwd: string },
): readonly EditorProblem[] {
  const { findings } = JSON.parse(json) as {
    readonly findings: readonly Readonly<Record<string, unknown>>[];
  };
  return findings
    .filter((finding) => typeof finding['file'] !== 'string' || resolve(cwd, finding['file']) === file)
    .map((finding) => ({
      line: placeFrom(finding['line']),
      column: placeFrom(finding['column']),
      severity: severityFrom(finding['severity']),
      message: [finding['message'], typeof finding['fix'] === 'string' ? `fix: ${finding['fix']}` : undefined]
        .filter((text) => typeof text === 'string')
        .join('\n'),
    }));
}

function placeFrom(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value - 1 : 0;
}

function severityFrom(value: unknown): EditorProblem['severity'] {
  return value === 'error' || value === 'warning' ? value : 'information';
}
