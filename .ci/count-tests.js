import { existsSync, readFileSync } from 'node:fs';

// A run that stopped before the tests, or a file that could not be loaded, must not look like success.
const report = process.argv[2];
const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] };

const outcomes = testResults.flatMap(({ status, assertionResults }) => {
  const tests = assertionResults.map((test) => test.status);
  return status === 'failed' && !tests.includes('failed') ? [...tests, 'failed'] : tests;
});
for (const { name, assertionResults } of testResults)
  for (const test of assertionResults)
    if (test.status === 'passed' && test.failureMessages?.length > 0)
      console.log(`passed at the second attempt: ${name}: ${test.fullName}`);
const count = (...statuses) => outcomes.filter((outcome) => statuses.includes(outcome)).length;

const passed = count('passed');
const failed = count('failed');
const skipped = outcomes.length - passed - failed;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
