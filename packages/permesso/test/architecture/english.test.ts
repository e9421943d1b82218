import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** Turns of phrase that read as translated. The sentence around one is rewritten; another word in its place is not enough. */
const phrases: readonly RegExp[] = [
  /(?<!\bthere )\b(?:is|are|was|were) none\b/i,
  /\bit is no (?!longer|more|use)[a-z]+/i,
  /\b(?:stand|stands|stood) (?:there|here)\b/i,
  /\b(?:say|says|said|saying) yes\b/i,
  /\b(?:say|says|said|saying) no\b(?! (?:more|scheme|type|[a-z]+ at all))/i,
  /\b(?:server|servers|logs|those|key|version|period) of before\b/i,
  /\bby itself\b/i,
  /\bwithout a word\b/i,
  /\bcome in again\b/i,
  /\bhave it proven\b/i,
  /\b(?:a|the|one|second|this) yes\b/i,
  /\bwhat waits\b/i,
  /\bputs a question\b/i,
  /\bnobody obeys\b/i,
];

const isTranslated = (text: string): boolean => phrases.some((phrase) => phrase.test(text));

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
  const pages = [...linesOf('docs', /\.md$/), ...linesOf('packages/server/sql', /\.sql$/)];
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
