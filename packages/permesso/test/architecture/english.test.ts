import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accents } from '../../../../tools/docs/accent.ts';

const root = join(import.meta.dirname, '../../../..');

const isTranslated = (text: string): boolean => accents.some((accent) => accent.test(text));

function linesOf(folder: string, wanted: RegExp): readonly (readonly [at: string, line: string])[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => wanted.test(path) && !/(?:^|\/)(?:node_modules|dist|fixtures)\/|\.test\.tsx?$/.test(path),
    )
    .flatMap((path) =>
      readFileSync(join(root, folder, path), 'utf8')
        .split('\n')
        .map((line, index) => [`${folder}/${path}:${index + 1}`, line.trim()] as const),
    );
}

const isComment = (line: string): boolean => /^(?:\/\/|\/?\*|--)/.test(line);
const sources = ['engine', 'protocol', 'gate', 'permesso', 'server', 'console'].flatMap((name) =>
  linesOf(`packages/${name}/src`, /\.tsx?$/),
);
const found = (lines: readonly (readonly [string, string])[]): readonly string[] =>
  lines.filter(([, line]) => isTranslated(line)).map(([at, line]) => `${at} ${line.slice(0, 120)}`);

test('texts and pages are written, not translated', () => {
  const texts = sources.filter(([, line]) => !isComment(line));
  const pages = [
    ...linesOf('docs', /\.md$/),
    ...linesOf('proof', /\.md$/),
    ...linesOf('packages/server/sql', /\.sql$/),
  ];
  expect(texts.length + pages.length).toBeGreaterThan(100_000);
  expect(found([...texts, ...pages.filter(([, line]) => !isComment(line))])).toEqual([]);
});

test('so are comments, but for five', () => {
  const comments = sources.filter(([, line]) => isComment(line));
  expect(comments.length).toBeGreaterThan(10_000);
  expect(found(comments).slice(5)).toEqual([]);
});

test.each([
  'a file that is none',
  'the hook says no',
  'logs of before',
  'It starts by itself.',
  'it is no JSON',
])('%s is found', (text) => {
  expect(isTranslated(text)).toBe(true);
});

test.each(['if there is none', 'it is no longer known', 'says no more than', 'approved an hour before'])(
  '%s is not',
  (text) => {
    expect(isTranslated(text)).toBe(false);
  },
);
