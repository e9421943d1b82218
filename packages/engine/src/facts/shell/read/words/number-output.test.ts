import { expect, it } from 'vitest';
import { printsNumber } from './number-output.ts';
import { readShell } from '../read-shell.ts';

it.each([
  'date +%s',
  'wc -l < a.txt',
  'grep x a | wc -l',
  'nproc',
  'id -u',
  'stat -c %s a',
  'ls | grep -c x',
])('%j prints a number', (script) => {
  expect(printsNumber(script)).toBe(true);
  expect(readShell(`echo $(( $(${script}) + 1 )); n=$(${script}); [ $n -gt 1 ] && (( n ))`).doubts).toEqual(
    [],
  );
});

it.each([
  'cat a',
  'wc -l a',
  'wc -l a | cat',
  'date',
  'date +%s; cat a',
  "echo 'a|nproc'x",
  'grep -c x a b; cat a',
  'jq .n a',
])('%j may print anything', (script) => {
  expect(readShell(`echo $(( $(${script}) + 1 ))`).doubts).not.toEqual([]);
});

it('a function of that name prints what it likes', () => {
  expect(readShell('nproc() { cat a; }; echo $(( $(nproc) ))').doubts).not.toEqual([]);
});
