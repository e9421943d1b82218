import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classesIn, readStyles, rulesIn, tokenFor, wordsInSources } from './read-styles.ts';

const folder = join(import.meta.dirname, '..');
const source = join(folder, 'src');
const rules = readStyles(source);
const shared = ['app', 'styles', 'ui'];

const isUsed = wordsInSources(
  globSync(['src/**/*.{ts,tsx}', 'components/*.tsx'], { cwd: folder })
    .filter((file) => !/(?:\.test|texts)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/^import[^;]*;/gm, '')),
);

test('every class of a sheet is used by a source', () => {
  expect(rules.length).toBeGreaterThan(500);
  const unused = rules.flatMap(({ file, selector }) =>
    classesIn(selector)
      .filter((name) => !isUsed(name))
      .map((name) => `${file}: .${name}`),
  );
  expect([...new Set(unused)]).toEqual([]);
});

test('no sheet says twice what a selector looks like', () => {
  const seen = new Map<string, readonly string[]>();
  const repeated = rules.flatMap(({ file, media, selector, declarations }) => {
    const name = `${file}: ${media} ${selector}`;
    const before = seen.get(name) ?? [];
    seen.set(name, [...before, ...declarations]);
    return declarations.filter((each) => before.includes(each)).map((each) => `${name} { ${each} }`);
  });
  expect(repeated).toEqual([]);
});

test('a length that is a token is written as one', () => {
  const lengths = rules
    .filter(({ file }) => !/(?:tokens|reset|fonts)\.css$/.test(file))
    .flatMap(({ file, selector, declarations }) =>
      declarations.flatMap((each) =>
        tokenFor(each) === undefined ? [] : [`${file}: ${selector} { ${each} } is ${tokenFor(each)}`],
      ),
    );
  expect(lengths).toEqual([]);
});

test("a page's sheet is in its folder and comes with its scripts", () => {
  const first = readFileSync(join(source, 'styles/app.css'), 'utf8');
  const central = [...first.matchAll(/@import '\.\.\/([^/']+)\//g)].map(([, name]) => name);
  expect(central.filter((name) => !shared.includes(name ?? ''))).toEqual([]);
  const sheets = globSync('{*,plugins/*}/*.css', { cwd: source }).filter(
    (file) => !shared.includes(file.split('/')[0] ?? ''),
  );
  expect(sheets.length).toBeGreaterThan(8);
  const imported = (file: string): boolean =>
    globSync('*.tsx', { cwd: join(source, file, '..') }).some((each) =>
      readFileSync(join(source, file, '..', each), 'utf8').includes(`import './${file.split('/').at(-1)}';`),
    );
  expect(sheets.filter((file) => !imported(file))).toEqual([]);
});

test('the searches find what they look for', () => {
  const sheet = '@layer components {\n .a { gap: 8px; }\n @media (x) {\n .a,\n .b.c { color: red; } } }';
  expect(rulesIn('a.css', sheet)).toEqual([
    { file: 'a.css', media: '', selector: '.a', declarations: ['gap: 8px'] },
    { file: 'a.css', media: '@media (x)', selector: '.a, .b.c', declarations: ['color: red'] },
  ]);
  expect(classesIn('.a > b:not(.c-d) .e')).toEqual(['a', 'c-d', 'e']);
  expect(
    ['padding: 0 8px', 'font-size: 13px', 'line-height: 1.5', 'width: 8px', 'gap: 6px'].map(tokenFor),
  ).toEqual(['--space-8', '--text-13', undefined, undefined, undefined]);
  const used = wordsInSources(['<b className={`s-${kind} on`} />', "tone('bad')"]);
  expect(['s-x', 'on', 'bad', 'off'].map(used)).toEqual([true, true, true, false]);
});
