import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { readShell } from './read-shell.ts';

const TOKENS =
  '$( ) ` " \' ${ } (( )) [[ ]] ; & | < > <<A <<-A <( >( # \\ $\' $" { ( = x= a[ ] ! * ? @( ~ :- / $x $[ m && || &> <<< {a,b} f() >& if then fi do done case in esac for while'
    .split(' ')
    .concat([
      ' ',
      '\n',
      '\t',
      '\r',
      '\0',
      '\u00a0',
      '\ud800',
      '\u202e',
      '\\\n',
      '\nA\n',
      'é',
      '__proto__',
      'constructor',
    ]);

const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }).map((tokens) => tokens.join(''));

describe('hostile text', () => {
  it('never throws, and spans lie inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        const { invocations, doubts } = readShell(text);
        for (const { span } of [...invocations, ...doubts]) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('says the same every time', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(readShell(text)).toEqual(readShell(text));
      }),
      { numRuns: runs(300) },
    );
  });

  const LONG = [
    '{a,',
    '$(',
    '(',
    '${x:-',
    '`',
    '[',
    '$((',
    '<(',
    '"$(',
    '$[',
    'a[',
    '<<A ',
    '~',
    ':~',
    '$HOME ',
    '\\',
    'x=1;',
    'a;',
  ];

  it.each(LONG)('64 KiB of %j take less than two seconds of the processor', (piece) => {
    const text = piece.repeat(Math.floor(65_536 / piece.length));
    const began = process.cpuUsage();
    readShell(text);
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });

  it.each(['$(', '(', '"$(', '${x:-', '{ ', 'if a; then ', '$(( ', '[[ ( '])(
    'nesting of %j ends in a doubt',
    (piece) => {
      expect(readShell(piece.repeat(500)).doubts).not.toEqual([]);
    },
  );
});
