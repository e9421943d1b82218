import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awkNature } from './awk-program.ts';
import { sedNature } from './sed-program.ts';

describe('sed programs', () => {
  test.each([
    'p',
    '1,20p',
    '$d',
    '/a/,/b/p',
    '/a/I,+3p',
    '0~3d',
    's/a/b/g',
    's#/api/v1#/api/v2#g',
    's/[^,]*,//2p',
    's/a\\/b/c/;s/x/y/',
    ':a;N;$!ba;s/\\n/ /g',
    '/x/{p;d}',
    'y/abc/xyz/',
    '1i\\\nheader',
    'a text with w and e',
    '# comment\np',
    '$!N',
    '10q',
  ])('%j only prints', (program) => expect(sedNature(program)).toBe('prints'));

  test.each([
    ['w out', 'writes'],
    ['1,1w/path', 'writes'],
    ['$!N;W out', 'writes'],
    ['s/a/b/w out', 'writes'],
    ['s/a/b/gw out', 'writes'],
    ['/x/{w out\n}', 'writes'],
    ['e', 'runs'],
    ['1e id', 'runs'],
    ['s/.*/id/e', 'runs'],
    ['s/a/b/;e id', 'runs'],
    ['r /etc/passwd', 'unclear'],
    ['R f', 'unclear'],
    ['s/a/b', 'unclear'],
    ['s/[/]/x/w out/', 'unclear'],
    // With `-e 'a\'` before it, the first line is text and the second a command.
    ['s/x/\nw out\n/', 'unclear'],
    ['a\\', 'unclear'],
    ['{p', 'unclear'],
    ['p}', 'unclear'],
    ['p w out', 'unclear'],
    ['src/app.ts', 'unclear'],
  ])('%j: %s', (program, nature) => expect(sedNature(program)).toBe(nature));
});

describe('awk programs', () => {
  test.each([
    '{print $1}',
    'NR>1 {sum+=$3} END {print sum}',
    '/a/ || /b/ {print}',
    '$1 > 5 {print $2/2}',
    '{print ($1>2)}',
    '{ if ($1 >= 5) print $1 }',
    '{s+=$1} END {print s/NR}',
    '{print (a+b)/2}',
    '/[0-9]+/{print NR": "$0}',
    '{print $1\n}\n$2 > 3 {n++}',
    'BEGIN{FS=","} {gsub(/"/,""); print $2}',
    '{print "a > b | c"}',
    '{print $1} # > out',
  ])('%j only prints', (program) => expect(awkNature(program)).toBe('prints'));

  test.each([
    ['BEGIN{system("id")}', 'runs'],
    ['{print | "sh"}', 'runs'],
    ['BEGIN{"id"|getline x}', 'runs'],
    ['BEGIN{print "x" |& "sh"}', 'runs'],
    ['{print > "out"}', 'writes'],
    ['{print >> "out"}', 'writes'],
    ['{printf "%s", $1 > "out"}', 'writes'],
    ['{print ";" > "x"}', 'writes'],
    ['{print (1)(2) > "x"}', 'writes'],
    // A statement goes on behind a comma.
    ['{ print $1,\n $2 > "out" }', 'writes'],
    ['BEGIN{while((getline l < "/etc/passwd")>0) print l}', 'unclear'],
    ['BEGIN{ARGV[1]="/etc/passwd";ARGC=2}', 'unclear'],
    ['@load "filefuncs"; 1', 'unclear'],
    ['BEGIN { f = "system"; @f("id") }', 'unclear'],
    // Read as a division, the quotes would pair up around the redirection.
    ['{ if (1) /"/; print "x" > "f"; /"/ }', 'unclear'],
    ['{ i++ /2/ 1 }', 'unclear'],
    ['{print "unterminated', 'unclear'],
    ['/[/]/ {print}', 'unclear'],
  ])('%j: %s', (program, nature) => expect(awkNature(program)).toBe(nature));
});

test('any text gets an answer', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('pswye/[]{}"\\;\n>|(), a1$!#')) }),
      (text) => {
        expect(['prints', 'writes', 'runs', 'unclear']).toContain(sedNature(text));
        expect(['prints', 'writes', 'runs', 'unclear']).toContain(awkNature(text));
      },
    ),
  );
});
