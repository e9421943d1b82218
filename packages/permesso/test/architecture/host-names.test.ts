import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '@permesso/engine/text';
import { expect, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';

/** What one program or format needs is an optional function of it: code for all of them asks for the function. */
const names = [...new Set([...hookHosts.keys(), ...formats.map(({ name }) => name)])];
const comparison = new RegExp(
  String.raw`(?:[!=]==\s*|\bcase\s+)'(?:${names.join('|')})'|'(?:${names.join('|')})'\s*[!=]==`,
);

/** A folder of a program may name it. */
const ofOneProgram = new RegExp(
  `^(?:permesso/src/(?:hosts|sdks)/|engine/src/policy/formats/)(?:${[...names, 'copilot-sdk'].join('|')})/`,
);

function comparisonsIn(path: string, text: string): readonly string[] {
  // There `profile` is the name of an argument.
  if (ofOneProgram.test(path) || path === 'engine/src/facts/tools/argument-names.ts') return [];
  return text
    .split('\n')
    .filter((line) => comparison.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

test('no code for all programs compares with the name of one', () => {
  const packages = join(import.meta.dirname, '../../..');
  const paths = ['engine', 'protocol', 'gate', 'permesso', 'archive-duckdb', 'jetstream', 'server'].flatMap(
    (name) =>
      readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
        .map((path) => `${name}/src/${path}`),
  );
  expect(paths.length).toBeGreaterThan(500);
  expect(paths.flatMap((path) => comparisonsIn(path, readFileSync(join(packages, path), 'utf8')))).toEqual(
    [],
  );
});

test.each([
  ['permesso/src/health/a.ts', "if (installer.name !== 'codex') return;"],
  ['permesso/src/cli/a.ts', "const whole = 'profile' === format.name;"],
  ['server/src/a.ts', "case 'opencode':"],
])('finds it in %s', (path, text) => {
  expect(comparisonsIn(path, text)).toEqual([`${path}: ${text}`]);
});

test('lets a program name itself', () => {
  expect(comparisonsIn('permesso/src/hosts/codex/setup.ts', "name === 'codex'")).toEqual([]);
});
