import { writeFileSync } from 'node:fs';

/** Vitest fails a run for more than failed tests: `.ci/run` ends with these lines, and they name each reason. */
export default class ClosingLines {
  onTestRunEnd(modules, unhandledErrors) {
    const lines = [];
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const why = errors?.[0]?.message.split('\n', 3).join(' ') ?? '';
        counts[state in counts ? state : 'failed'] += 1;
        if (state === 'failed') lines.push(`failed: ${module.relativeModuleId}: ${test.fullName}: ${why}`);
        else if (test.diagnostic()?.flaky)
          lines.push(`passed at the second attempt: ${module.relativeModuleId}: ${test.fullName}: ${why}`);
      }
      for (const suite of [module, ...module.children.allSuites()])
        for (const error of suite.errors()) {
          counts.failed += 1;
          lines.push(`failed outside of a test: ${module.relativeModuleId}: ${error.message}`);
        }
    }
    for (const { message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } of unhandledErrors)
      lines.push(
        `error that nothing caught: ${[file, test].filter(Boolean).join(': ')}\n${stack ?? message}`,
      );
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    lines.push(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
    writeFileSync(process.env.CLOSING_LINES, `${lines.join('\n')}\n`);
  }
}
