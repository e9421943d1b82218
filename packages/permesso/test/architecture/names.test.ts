import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const packages = readdirSync(join(root, 'packages'));

function filesBelow(folder: string, wanted: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => wanted.test(path) && !/(?:^|\/)(?:node_modules|dist|fixtures)\//.test(path))
    .map((path) => `${folder}/${path}`);
}

/** Types and functions that a file declares, exported or not; functions inside of others too, but for components. */
function declaredIn(text: string, { isPage = false } = {}): readonly string[] {
  const patterns = [
    /^(?:export )?(?:declare )?(?:interface|type|(?:abstract )?class) ([\w$]+)/gm,
    /^(?:export )?(?:declare )?(?:async )?function\*? ([\w$]+)/gm,
    ...(isPage ? [] : [/^[ \t]+(?:async )?function\*? ([\w$]+)/gm]),
    /^(?:export )?const ([\w$]+)(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\([^)]*\)(?:: [^=]+)? =>/gm,
  ];
  const names = patterns.flatMap((each) => Array.from(text.matchAll(each), ([, name = '']) => name));
  return [...new Set(names)];
}

/** Name -> files that declare it. */
function declarations(files: readonly (readonly [path: string, text: string])[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [path, text] of files)
    for (const name of declaredIn(text, { isPage: path.endsWith('.tsx') }))
      places.set(name, [...(places.get(name) ?? []), path]);
  return places;
}

/** A name that many files declare cannot be searched for. */
const mostPlaces = 3;

test('no name is declared in more than three files', () => {
  const files = packages.flatMap((name) =>
    filesBelow(`packages/${name}/src`, /(?<!\.test)\.tsx?$/).map(
      (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
    ),
  );
  expect(files.length).toBeGreaterThan(700);
  const places = declarations(files);
  expect(places.size).toBeGreaterThan(3000);
  expect([...places].filter(([, paths]) => paths.length > mostPlaces)).toEqual([]);
});

test('a declaration is found whatever its kind', () => {
  const text = [
    'export interface A {}',
    'type B = 1;',
    'export async function c() {}',
    'export abstract class D {}',
    '  function inner() {}',
    'const e = 1;',
    'const f = (x: string): string => x;',
  ].join('\n');
  expect(declaredIn(text)).toEqual(['A', 'B', 'D', 'c', 'inner', 'f']);
  expect(declaredIn(text, { isPage: true })).toEqual(['A', 'B', 'D', 'c', 'f']);
});

/** Each has an ordinary word in its place: fix, the person or program, again, obey, match, gate. */
const words =
  /(?<![a-z])(?:mend(?:s|ed|ing)?|whoever|anyone who|anew|heed(?:s|ed)?|hear(?:s|d|ing)?|desks?)(?![a-z])/;

/** As text, and as parts of identifiers and file names. */
function spelt(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}

test('private words do not come back', () => {
  const paths = [
    ...packages.flatMap((name) => filesBelow(`packages/${name}`, /\.(?:tsx?|md|json|css|html|sql|ya?ml)$/)),
    ...['docs', 'host-tests', 'bench', 'examples'].flatMap((name) => filesBelow(name, /\.(?:tsx?|m?js|md)$/)),
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
  ].filter((path) => !/(?:architecture\/names|messages-page)\.test\.ts$/.test(path));
  expect(paths.length).toBeGreaterThan(1200);
  const found = paths.flatMap((path) =>
    [path, ...readFileSync(join(root, path), 'utf8').split('\n')]
      .filter((line) => words.test(spelt(line)))
      .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'mend: "x"',
  'hearRules(',
  'const heard = 1',
  'whoever comes',
  'isHeard',
  'createDesk',
  'Anyone who',
])('%s is found', (text) => {
  expect(words.test(spelt(text))).toBe(true);
});

test.each(['recommend', 'amended', 'shear', 'heartbeat', 'desktop', 'anyone with', 'a year', 'anewest'])(
  '%s is not',
  (text) => {
    expect(words.test(spelt(text))).toBe(false);
  },
);
