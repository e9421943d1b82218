import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './notice.ts';

const escape = String.fromCodePoint(0x1b);
const rightToLeft = String.fromCodePoint(0x20_2e);

test.each([
  ['markup', '<b>yes</b> <a href="http://evil">ok</a>', '＜b＞yes＜/b＞ ＜a href="http://evil"＞ok＜/a＞'],
  ['an entity', '&lt;b&gt; && ls', '＆lt;b＆gt; ＆＆ ls'],
  ['what notify-send would make a control character of', String.raw`a\033[2J\n\"`, 'a＼033[2J＼n＼"'],
  ['an escape sequence', `a${escape}[2J`, 'a＼u{1b}[2J'],
  ['a mark that turns the text around', `a${rightToLeft}b`, 'a＼u{202e}b'],
  ['lines', 'make one\n\nAnswer it: yes', 'make one Answer it: yes'],
])('%s stands there as plain text', (_what, text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('no text has markup, an escape or a control character in it, and none is long', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 400 });
  fc.assert(
    fc.property(anything, (text) => {
      const shown = plainText(text);
      expect(shown).not.toMatch(/[<>&\\]|\p{Cc}|\p{Cs}|\p{Bidi_Control}/u);
      expect(shown.length).toBeLessThanOrEqual(163);
    }),
  );
});
