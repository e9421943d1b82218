import { printDecision } from '@permesso/engine/decision';
import { printFileProblem } from '@permesso/engine/text';
import type { FileResult } from './test-run.ts';

/** The results as JUnit XML, which CI systems show with the change. */
export function toJunit(files: readonly FileResult[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="permesso">',
    ...files.filter(({ results, broken }) => results.length + broken.length > 0).flatMap(suite),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite({ file, results, broken }: FileResult): readonly string[] {
  const name = escape(file);
  const failures = results.filter(({ failure }) => failure !== undefined).length;
  return [
    `  <testsuite name="${name}" tests="${results.length + broken.length}" failures="${failures}" errors="${broken.length}">`,
    ...broken.map(
      (problem) =>
        `    <testcase name="line ${problem.line}" classname="${name}"><error message="${escape(printFileProblem(problem))}"/></testcase>`,
    ),
    ...results.map(({ test, decision, failure }) => {
      const open = `    <testcase name="${escape(test.call.text)}" classname="${name}" file="${name}" line="${test.line}"`;
      return failure === undefined
        ? `${open}/>`
        : `${open}><failure message="${escape(failure)}">${escape(printDecision(decision))}</failure></testcase>`;
    }),
    '  </testsuite>',
  ];
}

const named: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Characters that XML 1.0 cannot contain, even escaped, are shown as code points. */
function escape(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (letter) => named.get(letter) ?? letter)
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (letter) =>
      letter === '\n'
        ? '&#10;'
        : letter === '\t'
          ? '&#9;'
          : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
