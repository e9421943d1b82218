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
    ...['docs', 'proof', 'host-tests', 'bench', 'examples'].flatMap((name) =>
      filesBelow(name, /\.(?:tsx?|m?js|md)$/),
    ),
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    // `orders.ts` lists words of people.
  ].filter((path) => !/(?:(?:architecture\/names|messages-page)\.test|session\/orders)\.ts$/.test(path));
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
