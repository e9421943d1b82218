/** `fail`: a test noticed. `broken`: the program could not even run, which notices anything. `none`: no test has that name. */
export type Outcome = 'pass' | 'fail' | 'broken' | 'none';

interface Report {
  /** False too where the sources could not be built, and no test ran. */
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Of a report as Vitest writes it with `--reporter=json`; undefined where it ended without one. */
export function outcomeOf(report: string | undefined): Outcome {
  if (report === undefined) return 'broken';
  const { success, testResults } = JSON.parse(report) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = [
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ failureMessages = [] }) => failureMessages.join('\n')),
    ...testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
      )
      .map(({ message = '' }) => message),
  ];
  if (failures.length > 0) return failures.every(isBroken) ? 'broken' : 'fail';
  if (!success) return 'broken';
  return tests.some(({ status }) => status === 'passed') ? 'pass' : 'none';
}

/** A name that is gone, a file that cannot be read as a program. */
function isBroken(message: string): boolean {
  return /^(?:ReferenceError|SyntaxError|RolldownError|Error: (?:Cannot find (?:module|package)|Failed to (?:load|resolve)|Transform failed))\b|\[PARSE_ERROR\]/u.test(
    message,
  );
}
