import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FileProblem, parsePolicyFile, type PolicyTest } from '@permesso/engine/text';
import { readText } from '@permesso/gate/disk';
import { UsageError } from '../command.ts';
import { readOnePolicy, type OnePolicy } from '../one-policy.ts';
import { shownPath } from '../policy-options.ts';

/** The cases of one file, with the policy under test. */
export interface TestFile {
  /** The displayed path. */
  readonly file: string;
  readonly policy: OnePolicy;
  readonly tests: readonly PolicyTest[];
  /** Cases that cannot be parsed. */
  readonly broken: readonly FileProblem[];
}

const ending = /\.test\.(?:ya?ml|json)$/;

/** Cases in policy files, in the named test files, and in test files next to a policy. */
export function findTests(paths: readonly string[], cwd: string): readonly TestFile[] {
  const files = paths.map((path) => resolve(cwd, path));
  const policies = files.filter((file) => !ending.test(file));
  const beside = policies.flatMap(testsBeside);
  return [
    ...policies.map((file) => ownTests(readOnePolicy(file, cwd))),
    ...[...new Set([...files.filter((file) => ending.test(file)), ...beside])].map((file) =>
      testsIn(file, cwd),
    ),
  ];
}

function ownTests(policy: OnePolicy): TestFile {
  const { file, content } = policy;
  return { file, policy, tests: content.tests, broken: content.problems.filter(isAboutTests) };
}

function isAboutTests({ path }: FileProblem): boolean {
  return path.startsWith('tests');
}

/** `policy.test.yaml` tests `policy.yaml`; so does any other name, unless a policy with that name exists. */
function testsBeside(policy: string): readonly string[] {
  const directory = dirname(policy);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => ending.test(name))
    .map((name) => join(directory, name))
    .filter((file) => policyOf(file) === policy);
}

function policyOf(file: string): string | undefined {
  const start = basename(file).replace(ending, '');
  const names = [start, 'policy'].flatMap((name) => [`${name}.yaml`, `${name}.yml`, `${name}.json`]);
  return names.map((name) => join(dirname(file), name)).find((path) => existsSync(path));
}

function testsIn(file: string, cwd: string): TestFile {
  const read = readText(file);
  if (!('text' in read)) throw new UsageError(`${file} cannot be read`);
  const shown = shownPath(file, cwd);
  const content = parsePolicyFile(read.text, { file: shown });
  const about = policyOf(file);
  if (about === undefined) throw new UsageError(`${file}: there is no policy.yaml beside it`);
  const stray = Object.keys(content.layer).filter((key) => key !== 'file' && key !== 'lines');
  const problems: readonly FileProblem[] = stray.map((key) => ({
    severity: 'error',
    file: shown,
    line: 1,
    column: 1,
    path: key,
    message: 'a test file holds `tests` and nothing else',
  }));
  return {
    file: shown,
    policy: readOnePolicy(about, cwd),
    tests: content.tests,
    broken: [...content.problems, ...problems],
  };
}
