import { expect, it } from 'vitest';
import { quotedWords } from './quoted-words.ts';

it.each([
  ['bwrap --bind /a /a', ['bwrap', '--bind', '/a', '/a']],
  [`a 'b c' ''`, ['a', 'b c', '']],
  [`'it'"'"'s' NAME=1`, ["it's", 'NAME=1']],
  [`'$(x) ; | > # \\'`, ['$(x) ; | > # \\']],
  ['', []],
])('reads %j', (text, words) => {
  expect(quotedWords(text)).toEqual(words);
});

it.each([
  'a; b',
  'a $b',
  'a `b`',
  'a "b"',
  'a  b',
  "a 'b",
  'a\\ b',
  'a > b',
  'a &',
  'a\nb',
  ' a',
  'a *',
  '~/a',
  '(a)',
  'a #b',
])('gives up on %j, which a shell would not take as plain words', (text) => {
  expect(quotedWords(text)).toBeUndefined();
});
