import type { Problem } from './policy.ts';

/**
 * Thrown for a policy that would lose a deny or an ask: code that loads it must stop or deny.
 *
 * @example
 * ```ts
 * import { createGate, PolicyError } from '@permesso/gate';
 * try {
 * createGate({ policy: { deny: ['Bash('] } });
 * } catch (error) {
 * if (error instanceof PolicyError) for (const { message, fix } of error.problems) console.log(message, fix);
 * }
 * ```
 */
export class PolicyError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(printProblem).join('\n'));
    this.name = 'PolicyError';
    this.problems = problems;
  }
}

/** `.permesso/policy.yaml:7: deny rule `Bash(`: the parenthesis is not closed (write Bash()`. */
export function printProblem(problem: Problem): string {
  const place =
    problem.file === undefined
      ? ''
      : `${problem.file}:${problem.line === undefined ? '' : `${problem.line}:`} `;
  const fix = problem.fix === undefined ? '' : ` (${problem.fix})`;
  return `${place}${subjectOf(problem)}: ${problem.message}${fix}`;
}

function subjectOf({ about, verdict, text, at }: Problem): string {
  if (about === undefined) return `${verdict} rule \`${text}\`, character ${at + 1}`;
  return about === 'policy' ? text : `${about} \`${text}\``;
}
