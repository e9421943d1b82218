import { definedFields } from '../../call/defined-fields.ts';
import type { Problem } from '../policy.ts';
import { PolicyError } from '../policy-error.ts';
import { printFileProblem, type FileProblem } from './file-problem.ts';

/**
 * A policy file in which a deny, an ask, or something that may be one, is invalid.
 *
 * @example
 * ```ts
 * import { loadPolicy, PolicyFileError, printFileProblem } from '@permesso/gate/policy';
 * try {
 * loadPolicy({ cwd: '/srv/app' });
 * } catch (error) {
 * if (error instanceof PolicyFileError) console.error(error.fileProblems.map(printFileProblem).join('\n'));
 * }
 * ```
 */
export class PolicyFileError extends PolicyError {
  /** Errors and warnings of all files. */
  readonly fileProblems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    super(errors.map(asProblem));
    this.name = 'PolicyFileError';
    this.message = errors.map(printFileProblem).join('\n');
    this.fileProblems = problems;
  }
}

function asProblem({ message, fix, file, line, path }: FileProblem): Problem {
  return { at: 0, verdict: 'deny', text: path, message, file, line, ...definedFields({ fix }) };
}
