import { definedFields } from '@permesso/engine/call';
import { printable, printDecision, wrap } from '@permesso/engine/decision';
import { printFileProblem } from '@permesso/engine/text';
import { masked } from '../../review/masked.ts';
import type { Coverage, FileResult, TestResult } from './test-run.ts';

export interface PrintOptions {
  readonly width: number;
}

/** One line per case; a failed one with the expected verdict and the whole receipt. */
export function printResults(files: readonly FileResult[], options: PrintOptions): string {
  return files
    .filter(({ results, broken }) => results.length + broken.length > 0)
    .map((file) => printFile(file, options))
    .join('\n\n');
}

function printFile({ file, results, broken }: FileResult, options: PrintOptions): string {
  return [
    printable(file),
    ...broken.flatMap((problem) =>
      wrap(`FAIL  ${printable(printFileProblem({ ...problem, file: '' }).slice(1))}`, options.width - 2).map(
        indent,
      ),
    ),
    ...results.flatMap((result) => printResult(result, options)),
  ].join('\n');
}

function printResult({ test, decision, failure }: TestResult, { width }: PrintOptions): readonly string[] {
  const mode = test.mode === undefined ? '' : `, mode ${test.mode}`;
  const call = printable(test.call.text);
  if (failure === undefined) return wrap(`ok    ${call}: ${test.expect}${mode}`, width - 2).map(indent);
  return [
    ...wrap(`FAIL  ${call}: ${printable(failure)}${mode} (line ${test.line})`, width - 2).map(indent),
    ...printDecision(decision, { width: width - 8 })
      .split('\n')
      .map((line) => (line === '' ? '' : `        ${line}`)),
  ];
}

function indent(line: string): string {
  return `  ${line}`;
}

export function printSummary(
  files: readonly FileResult[],
  coverage: readonly Coverage[],
  { width, all }: PrintOptions & { readonly all: boolean },
): string {
  const { passed, failed } = countResults(files);
  const rules = coverage.reduce((sum, each) => sum + each.rules, 0);
  const untouched = coverage.flatMap((each) => each.untouched.map((rule) => ({ rule, file: each.file })));
  const shown = all ? untouched : untouched.slice(0, 10);
  const rest = untouched.length - shown.length;
  return [
    `${passed + failed} ${passed + failed === 1 ? 'test' : 'tests'}: ${passed} passed, ${failed} failed; ${rules - untouched.length} of ${rules} rules exercised`,
    ...(untouched.length === 0 ? [] : ['', 'no test exercises:']),
    ...shown.flatMap(({ rule, file }) =>
      wrap(
        `${rule.verdict.padEnd(5)}  ${printable(masked(rule.text))}  (${printable(file)}:${rule.origin.line ?? ''})`,
        width - 2,
      ).map(indent),
    ),
    ...(rest === 0 ? [] : [`  and ${rest} more (--coverage lists them)`]),
  ].join('\n');
}

export function countResults(files: readonly FileResult[]): {
  readonly passed: number;
  readonly failed: number;
} {
  const results = files.flatMap((file) => file.results);
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  const broken = files.reduce((sum, each) => sum + each.broken.length, 0);
  return { passed: results.length - failed, failed: failed + broken };
}

export function resultsAsData(files: readonly FileResult[], coverage: readonly Coverage[]): unknown {
  return {
    ...countResults(files),
    files: files.map(({ file, policy, results, broken }) => ({
      file,
      policy: policy.file,
      broken,
      tests: results.map(({ test, decision, failure }) => ({
        call: test.call.text,
        line: test.line,
        expect: test.expect,
        got: decision.verdict,
        ...definedFields({ mode: test.mode }),
        ok: failure === undefined,
        ...(failure === undefined ? {} : { failure, receipt: decision.receipt }),
      })),
    })),
    coverage: coverage.map(({ file, rules, untouched }) => ({
      file,
      rules,
      exercised: rules - untouched.length,
      untouched: untouched.map(({ verdict, text, origin }) => ({ verdict, rule: text, line: origin.line })),
    })),
  };
}
