import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from 'vitest';
import { decideCall } from '../../src/decision/decide-call.ts';
import type { Decision } from '../../src/decision/decision.ts';
import { commandIndex } from '../../src/facts/shell/model/find-command.ts';
import { effectRowsOf, effectTexts } from '../../src/facts/shell/model/row-effects.ts';
import { compilePolicy } from '../../src/policy/compile-policy.ts';
import type { Wanted } from './decide-published.ts';
import { layer } from './layer.ts';

interface Published {
  readonly decisions: readonly string[];
  /** Late files that were loaded before the first decision, and after the last. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function published(wanted: Wanted): Promise<Published> {
  const file = join(import.meta.dirname, 'decide-published.ts');
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: wanted, execArgv: ['--no-warnings'] });
    worker.once('message', resolve).once('error', reject);
  });
}

const stated = effectTexts()
  .join('')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith(' '))
  .flatMap((line) => line.split(' '));

/** Every program that is known, with the first words that any of its rows spells. */
const catalogue = [...new Set([...commandIndex().keys(), ...stated])].flatMap((program) => {
  const said = effectRowsOf(program).map(({ words, options }) => [program, ...words, ...options].join(' '));
  return [...new Set([program, `${program} --version`, ...said.slice(0, 3)])];
});

/** What needs the other files that are loaded late. */
const readers = [
  "python3 -c 'print(1)'",
  "node -e 'console.log(1)'",
  'for a in 1 2; do echo "$a"; done',
  'echo $((1 + 2)) ${x:-y}',
  "psql -c 'select 1'",
  "cat <<'end'\nx\nend",
  'if [[ -f a ]]; then ls; fi',
];
const commands = [...catalogue, ...readers];
const strictness = { allow: 0, ask: 1, deny: 2 } as const;
const verdictOf = (text: string): keyof typeof strictness => (JSON.parse(text) as Decision).verdict;

let expected: readonly string[] = [];

beforeAll(() => {
  const policy = compilePolicy([layer]);
  expected = commands.map((command) =>
    JSON.stringify(
      decideCall({ tool: 'Bash', input: { command }, cwd: '/home/dev/project' }, { policy, mode: 'bypass' }),
    ),
  );
});

/** Commands that are decided otherwise. */
function others({ decisions }: Published): readonly string[] {
  return commands.filter((_, at) => decisions[at] !== expected[at]);
}

describe('what is published decides every program of the catalogue as the sources do', () => {
  test('at once', async () => {
    expect(catalogue.length).toBeGreaterThan(4000);
    expect(others(await published({ entry: 'index', isBroken: false, commands }))).toEqual([]);
  });

  test('in a page, which loads what a call needs', async () => {
    const found = await published({ entry: 'page', isBroken: false, commands });
    expect(others(found)).toEqual([]);
    expect(found.before).toEqual([]);
    expect(found.after.length).toBeGreaterThan(6);
  });

  test('in a page that loads nothing, what would need it is denied, and nothing is looser', async () => {
    const { decisions } = await published({ entry: 'page', isBroken: true, commands });
    const looser = commands.filter(
      (_, at) => strictness[verdictOf(decisions[at] ?? '')] < strictness[verdictOf(expected[at] ?? '')],
    );
    expect(looser).toEqual([]);
    const failed = decisions.filter((text) => text.includes('could not be loaded: no network'));
    expect(failed.length).toBeGreaterThan(1000);
    expect(failed.filter((text) => verdictOf(text) !== 'deny')).toEqual([]);
    const same = decisions.filter((text, at) => text === expected[at]);
    expect(same.length).toBeGreaterThan(500);
  });

  test('in a page, calls of everyday programs load nothing', async () => {
    const everyday = ['ls -la', 'git status', 'npm test', 'cat a | grep b', 'rm -rf build', 'mkdir -p a/b'];
    const found = await published({ entry: 'page', isBroken: true, commands: everyday });
    expect(found.decisions.filter((text) => text.includes('could not be loaded'))).toEqual([]);
  });
});
