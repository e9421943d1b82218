import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asLine, longestMessage, readLines } from './lines.ts';

function reader(): { lines: string[]; bad: string[]; push: (bytes: Buffer) => void; end: () => void } {
  const lines: string[] = [];
  const bad: string[] = [];
  const { push, end } = readLines({ line: (text) => lines.push(text), unreadable: (why) => bad.push(why) });
  return { lines, bad, push, end };
}

test('lines are the same in whatever portions they come', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.trim() !== '' && !text.includes('\n'));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (texts, cuts) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const one = reader();
      let at = 0;
      for (const cut of cuts) {
        one.push(bytes.subarray(at, at + cut));
        at += cut;
      }
      one.push(bytes.subarray(at));
      expect(one.lines).toEqual(texts.map((text) => text.toWellFormed()));
    }),
  );
});

test('the last line needs no newline; blank ones are none', () => {
  const one = reader();
  one.push(Buffer.from('\n\r\n  \na'));
  one.end();
  expect(one).toMatchObject({ lines: ['a'], bad: [] });
});

test('what is not UTF-8 is refused as a whole, and the next line is read', () => {
  const one = reader();
  one.push(Buffer.from([0x22, 0xff, 0x22, 10, 0xc0, 0xae, 10, 0xed, 0xa0, 0x80, 10, 0x61, 10]));
  expect(one.lines).toEqual(['a']);
  expect(one.bad).toHaveLength(3);
});

test('what is too long is refused as a whole, in pieces or at once, and the next line is read', () => {
  const one = reader();
  const piece = Buffer.alloc(longestMessage / 4 + 1, 'x');
  for (let at = 0; at < 12; at++) one.push(piece);
  one.push(Buffer.from('\nok\n'));
  one.push(Buffer.concat([Buffer.alloc(longestMessage + 1, 'y'), Buffer.from('\nok\n')]));
  expect(one.lines).toEqual(['ok', 'ok']);
  expect(one.bad).toHaveLength(2);
});

test.each(['\r', '\u2028', '\u2029', '\u0085', '\n', '\r\n'])(
  'a message stays one line for readers that break it at %j',
  (mark) => {
    const hidden = '{"jsonrpc":"2.0","id":9,"method":"tools/call"}';
    const inText = mark.includes('\n') || mark.includes('\r') ? '' : `${mark}${hidden}${mark}`;
    const value = { method: 'ping', params: { text: inText } };
    const line = asLine(
      JSON.stringify(value).replace(',', `,${mark.trim() === '' && inText === '' ? mark : ''}`),
    );
    expect(line.trimEnd().split(/\r\n|[\n\r\u0085\u2028\u2029]/)).toHaveLength(1);
    expect(JSON.parse(line)).toEqual(value);
  },
);
