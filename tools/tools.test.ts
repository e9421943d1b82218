import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runTool } from './run-tool.ts';
import { readTracked } from './size/read-tracked.ts';
import { tools } from './tool-list.ts';
import { describeTool, listTools, nearestNames } from './tool-texts.ts';

const repository = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const names = tools.map(({ name }) => name);

describe('the list', () => {
  test.each(tools)('$name starts what is there', ({ starts }) => {
    for (const [program] of starts) {
      const places = [program, `node_modules/.bin/${program}`];
      expect(program === 'npm' || places.some((place) => existsSync(join(repository, place)))).toBe(true);
    }
  });

  test('names each tool once, and none like a script', () => {
    expect(new Set([...names, ...Object.keys(scripts)]).size).toBe(
      names.length + Object.keys(scripts).length,
    );
  });

  test('is printed with a line for each, and one of them with its example', () => {
    for (const name of names) expect(listTools()).toContain(`\n  ${name} `);
    const [friction] = tools.filter(({ name }) => name === 'friction');
    expect(friction && describeTool(friction)).toContain('npm run tools -- friction FILE --json\n');
    expect(nearestNames('sandbox')).toContain('sandbox:probes');
  });
});

test('every push runs every slice of the slow tests', () => {
  const workflow = readFileSync(join(repository, '.github/workflows/ci.yml'), 'utf8');
  const slices = /slice: \[(.*)\]/.exec(workflow)?.[1]?.split(', ');
  expect(slices).toEqual(Array.from({ length: 8 }, (_, at) => `'${at + 1}/8'`));
});

test('npm knows at most 15 scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

describe('texts name scripts and tools that there are', () => {
  /** Scripts of projects that examples speak of. */
  const examples = ['a', 'build-web', 'deploy', 'report', 'tests'];
  const texts = globSync(
    [
      '*.md',
      '{docs,proof}/**/*.md',
      '{release,site}/*.md',
      '.ci/run',
      '.github/**/*.{md,yml}',
      'examples/**/*.md',
    ],
    {
      cwd: repository,
    },
  );

  test.each(texts)('%s', (text) => {
    const read = readFileSync(join(repository, text), 'utf8');
    const named = Array.from(
      read.matchAll(/(?<!p)npm run ([a-z]+(?:[:-][a-z]+)*)/g),
      ([, name = '']) => name,
    );
    const known = [...Object.keys(scripts), ...examples];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const asked = Array.from(
      read.matchAll(/npm run tools -- ([a-z]+(?:[:-][a-z]+)*)/g),
      ([, name = '']) => name,
    );
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('and no source says how a tool was started before', () => {
    const wrong = new RegExp(String.raw`npm run (?:${names.join('|')})(?![\w:*-])`);
    const sources = [...readTracked()].filter(([file]) => /\.(?:tsx?|js|sh|ya?ml|vue)$/.test(file));
    expect(sources.filter(([, read]) => wrong.test(read())).map(([file]) => file)).toEqual([]);
  });
});

describe('a tool', () => {
  const started = (...starts: readonly (readonly [string, ...string[]])[]) => ({
    name: 'x',
    says: 'x',
    starts,
  });

  test('ends with the code of its last program, which gets what is given', async () => {
    expect(await runTool(started(['sh', '-c', 'exit 0'], ['sh', '-c', 'exit "$1"', 'sh']), ['7'])).toBe(7);
  });

  test('ends with the first program that fails', async () => {
    expect(await runTool(started(['sh', '-c', 'exit 3'], ['sh', '-c', 'exit 0']), [])).toBe(3);
  });
});
