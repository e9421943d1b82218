import { expect, test } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const options = { name: 'f', width: 80 };

test('shows what changes, with a little around it', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
  expect(unifiedDiff(before, before.replace('5', 'five\nand a half'), options)).toEqual([
    '--- f',
    '+++ f',
    '@@ -3 +3 @@',
    ' 3',
    ' 4',
    '-5',
    '+five',
    '+and a half',
    ' 6',
    ' 7',
  ]);
});

test('two places far apart are two hunks, and what stays between changes stays', () => {
  const a = 'a b c d e f g h i j k l'.split(' ');
  const b = a.toSpliced(1, 1, 'B').toSpliced(10, 1);
  expect(unifiedDiff(a.join('\n'), b.join('\n'), options).filter((line) => !line.startsWith(' '))).toEqual([
    '--- f',
    '+++ f',
    '@@ -1 +1 @@',
    '-b',
    '+B',
    '@@ -9 +9 @@',
    '-k',
  ]);
});

test('a file that comes, and one that goes', () => {
  expect(unifiedDiff(undefined, 'x\n', options)).toEqual(['--- (no file)', '+++ f', '@@ -1 +1 @@', '+x']);
  expect(unifiedDiff('x\n', undefined, options)).toEqual(['--- f', '+++ (no file)', '@@ -1 +1 @@', '-x']);
});

test('keys are left out, hidden characters are shown, long lines go on beneath themselves', () => {
  const shown = unifiedDiff(
    '',
    `ghp_0123456789abcdefghijABCDEFGHIJ012345 \u202E ${'word '.repeat(40)}`,
    options,
  );
  expect(shown.join('\n')).not.toContain('ghp_0123');
  expect(shown.join('\n')).toContain('\\u{202e}');
  expect(shown.filter((line) => line.length > 80)).toEqual([]);
  expect(shown.join(' ').match(/word/g)?.length).toBe(40);
});

test('files too long to compare are shown as replaced', () => {
  const long = (start: string): string => Array.from({ length: 5000 }, (_, at) => `${start}${at}`).join('\n');
  expect(unifiedDiff(long('a'), long('b'), options).length).toBeGreaterThan(9_999);
});
