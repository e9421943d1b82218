import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { findPolicyFiles } from '@permesso/gate/disk';
import type { Command, CommandInput, Output } from '../command.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';
import { findTests } from '../test/test-files.ts';
import { toJunit } from '../test/test-junit.ts';
import { countResults, printResults, printSummary, resultsAsData } from '../test/test-print.ts';
import { runTests } from '../test/test-run.ts';
import { watchBeside } from '../test/test-watch.ts';

export const test: Command = {
  name: 'test',
  summary: 'Runs the test cases of policies and lists rules without a test.',
  usage: 'test [options] [FILE...]',
  options: [
    { name: 'coverage', help: 'list every rule without a test' },
    { name: 'junit', value: 'FILE', help: 'writes the results as JUnit XML' },
    { name: 'watch', help: 'run again after each change' },
    cwdOption,
    { name: 'json', help: 'results and coverage as JSON' },
  ],
  examples: [
    ['permesso test', '`tests:` of the policies here, and *.test.yaml beside them'],
    ['permesso test .permesso/policy.yaml --junit results.xml', 'one policy, for CI'],
  ],
  exitCodes: [
    [0, 'every case passed'],
    [1, 'a case failed'],
    [2, 'there are no cases'],
  ],
  run: async (given, out) => {
    const code = runOnce(given, out);
    if (!given.flag('watch')) return code;
    return watchTests(given, out);
  },
};

function filesFor(given: CommandInput): readonly string[] {
  if (given.operands.length > 0) return given.operands;
  return findPolicyFiles(placeOptions(given)).map(({ file }) => file);
}

function runOnce(given: CommandInput, out: Output): number {
  const { cwd } = placeOptions(given);
  const { files, coverage } = runTests(findTests(filesFor(given), cwd));
  const { passed, failed } = countResults(files);
  const junit = given.value('junit');
  if (junit !== undefined) writeFileSync(resolve(cwd, junit), toJunit(files));
  if (given.flag('json')) out.print(JSON.stringify(resultsAsData(files, coverage), undefined, 2));
  else if (passed + failed === 0) out.print(noCases);
  else {
    const all = given.flag('coverage');
    out.print(
      [
        printResults(files, { width: out.width }),
        '',
        printSummary(files, coverage, { width: out.width, all }),
      ].join('\n'),
    );
  }
  return failed > 0 ? 1 : passed === 0 ? 2 : 0;
}

const noCases = `There are no cases. Write some into the policy:

tests:
  - call: Bash(git push --force)
    expect: ask`;

/** In watch mode a policy that does not load is a result like any other. */
async function watchTests(given: CommandInput, out: Output): Promise<number> {
  const stop = new AbortController();
  let code = 0;
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const { cwd } = placeOptions(given);
  await watchBeside(
    filesFor(given).map((file) => resolve(cwd, file)),
    {
      signal: stop.signal,
      onChange: () => {
        out.print('\n--- changed\n');
        try {
          code = runOnce(given, out);
        } catch (error) {
          out.complain(messageOf(error));
          code = 1;
        }
      },
    },
  );
  process.removeListener('SIGINT', interrupted);
  process.removeListener('SIGTERM', interrupted);
  return code;
}
