import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readPages } from '../../permesso/src/local-console/pages.ts';

/**
 * `npm run tools -- console:bundle [DIRECTORY]`, after a build: every script and style sheet of the console with its size, and what
 * the first page (Overview of one machine) loads of them. 1 where that is above its limit. Fonts are counted apart.
 */
const limit = 180_000;
/** What `app/pages.ts` loads for the first page; the rest comes when it is opened. */
const firstPage = 'overview';

const directory = process.argv[2] ?? join(import.meta.dirname, '../../permesso/dist/console');
const pages = readPages(directory);
const index = textOf('/index.html');
if (index === '') throw new Error(`${directory} holds no index.html. Fix: run \`npm run build\` first.`);

function textOf(path: string): string {
  return pages.get(path)?.bytes.toString() ?? '';
}

function named(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => `/assets/${basename(name)}`);
}

/** With everything that it imports. */
function withImports(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  if (!pages.has(path)) throw new Error(`${path} is imported and not in the build`);
  seen.add(path);
  for (const next of named(textOf(path), /(?:from|import)"\.\/([^"]+\.js)"/g)) withImports(next, seen);
  return seen;
}

const entries = named(index, /<script[^>]* src="([^"]+)"/g);
const styles = named(index, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
const [overview] = entries
  .flatMap((entry) => named(textOf(entry), /import\(`\.\/([^`]+\.js)`\)/g))
  .filter((path) => basename(path).startsWith(`${firstPage}-`));
if (overview === undefined)
  throw new Error(`no script of the first page (${firstPage}-*.js) is loaded by the entry`);
/** The page's own sheet comes with its script. */
const ownStyles = [...pages.keys()].filter(
  (path) => path.startsWith(`/assets/${firstPage}-`) && path.endsWith('.css'),
);
const first = new Set([
  ...styles,
  ...ownStyles,
  ...[...entries, overview].flatMap((path) => [...withImports(path)]),
]);

const rows = [...pages]
  .filter(([path]) => /\.(?:js|css)$/.test(path))
  .map(([path, { bytes }]) => ({
    name: basename(path),
    raw: bytes.length,
    gzip: gzipSync(bytes).length,
    isFirst: first.has(path),
  }))
  .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.gzip - a.gzip);
const sum = rows.filter(({ isFirst }) => isFirst).reduce((all, { gzip }) => all + gzip, 0);
const lines = rows.map(
  ({ name, raw, gzip, isFirst }) =>
    `${isFirst ? 'first' : 'later'}  ${kilobytes(raw)}  ${kilobytes(gzip)}  ${name}`,
);
process.stdout.write(
  `page     raw kB   gzip kB  file\n${lines.join('\n')}\n\nfirst page: ${(sum / 1000).toFixed(1)} kB gzip, at most ${limit / 1000} kB\n`,
);
if (sum > limit) {
  process.stderr.write(
    'The first page is too large. Fix: load what it does not draw at once when it is opened.\n',
  );
  process.exitCode = 1;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(8);
}
