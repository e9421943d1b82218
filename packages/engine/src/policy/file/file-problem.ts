/** Where in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem in a policy file. An error makes the policy unusable; a warning names what was skipped. */
export interface FileProblem extends Position {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** The location in the structure: `deny[2].rule`. */
  readonly path: string;
  readonly message: string;
  /** What to write instead. */
  readonly fix?: string;
}

/**
 * `.permesso/policy.yaml:7:5: error: there is no key `denny` (did you mean `deny`?)`.
 *
 * @example
 * ```ts
 * import { parsePolicyFile, printFileProblem } from '@permesso/gate/policy';
 * const { problems } = parsePolicyFile('denny: [Read]', { file: 'policy.yaml' });
 * console.log(problems.map(printFileProblem).join('\n'));
 * ```
 */
export function printFileProblem({ file, line, column, severity, path, message, fix }: FileProblem): string {
  const where = path === '' ? '' : `${path}: `;
  return `${file}:${line}:${column}: ${severity}: ${where}${message}${fix === undefined ? '' : ` (${fix})`}`;
}
