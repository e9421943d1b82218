import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, linksOf } from './markdown.ts';

const repository = join(import.meta.dirname, '../../..');
const src = join(import.meta.dirname, '../src');
const pages = globSync(['*.md', '{docs,proof}/**/*.md', '{release,site,examples/recipes}/*.md'], {
  cwd: repository,
  exclude: ['**/node_modules/**'],
});

function read(page: string): string {
  return readFileSync(join(repository, page), 'utf8');
}

describe.each(pages)('%s', (page) => {
  test('links to what is there', () => {
    const broken = linksOf(read(page)).filter((link) => !isThere(link, page));
    expect(broken).toEqual([]);
  });

  test('names files that are there', () => {
    expect(pathsNamedIn(read(page)).filter((path) => !isInTree(path))).toEqual([]);
  });
});

function isThere(link: string, from: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? from : relative(repository, join(repository, dirname(from), path));
  if (!existsSync(join(repository, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** Code that is a path: `src/call/`, `decision/words.ts`, `test/packed.ts`. */
function pathsNamedIn(markdown: string): readonly string[] {
  const named = Array.from(markdown.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g), ([, path = '']) => path);
  return named.filter(
    (path) => path.includes('/') && /(?:\/|\.(?:tsx?|sql|css|vue|md|json))$/.test(path) && !isMade(path),
  );
}

/** Folders that only a build makes, and names by which a package is imported. */
function isMade(path: string): boolean {
  return path.includes('dist/') || path.startsWith('permesso/');
}

function isInTree(path: string): boolean {
  const places = [
    repository,
    join(src, '..'),
    src,
    join(repository, 'packages/engine/src'),
    join(repository, 'packages/engine'),
    join(repository, 'packages/protocol/src'),
    join(repository, 'packages/server/src'),
  ];
  return places.some((place) => existsSync(join(place, path)));
}

/** Words of code that are paths, those of commands too; `@permesso/gate/testing` is the name of an import. */
function pathsFromRoot(markdown: string): readonly string[] {
  const words = Array.from(markdown.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.split(' ')).flat();
  return words.filter((word) => /^[\w.-]+\/[\w./-]*$/.test(word) && !word.startsWith('permesso/'));
}

test('the architecture names files by their path from the root', () => {
  const named = pathsFromRoot(read('ARCHITECTURE.md'));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test('the check sees a link, an anchor and a path that lead nowhere', () => {
  expect(linksOf('[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n')).toEqual(['b.md']);
  expect(isThere('docs/nowhere.md', 'README.md')).toBe(false);
  expect(isThere('ARCHITECTURE.md#nowhere', 'README.md')).toBe(false);
  expect(isThere('ARCHITECTURE.md#import-law', 'README.md')).toBe(true);
  expect(pathsNamedIn('`src/nowhere/`, `npm ci`, `a.ts`, `call/kind.ts`, `mcp__a/b`')).toEqual([
    'src/nowhere/',
    'call/kind.ts',
  ]);
  expect(isInTree('src/nowhere/')).toBe(false);
  expect(pathsFromRoot('`node src/a.ts --write`, `@permesso/gate/testing`, `src/b.tsx`')).toEqual([
    'src/a.ts',
    'src/b.tsx',
  ]);
});

test('the readme fits a screen', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 100 && !line.startsWith('|'))).toEqual([]);
});

test('every decision is in the index, with the next number', () => {
  const decisions = readdirSync(join(repository, 'docs/decisions')).filter((name) => /^\d/.test(name));
  expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
  expect(linksOf(read('docs/decisions/README.md'))).toEqual(decisions);
});

test('every dependency is explained, in the version that is used, and nothing else is', () => {
  const used = new Set<string>();
  for (const file of globSync(['package.json', 'packages/*/package.json', 'site/package.json'], {
    cwd: repository,
  })) {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read(file)) as Dependencies;
    const named = { ...dependencies, ...optionalDependencies, ...devDependencies };
    for (const [name, version] of Object.entries(named)) used.add(`${name} ${version}`);
  }
  const rows = read('release/dependencies.md').matchAll(/^\| `([^`]+)` \| (\S+) \| \S/gm);
  // Two versions of one package are two rows.
  const explained = new Set(Array.from(rows, ([, name = '', version = '']) => `${name} ${version}`));
  expect([...explained].toSorted()).toEqual([...used].toSorted());
});

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
