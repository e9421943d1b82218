import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../test/examples.ts';
import { CommandText, shownText } from './command-text.tsx';

test('commands, flags, texts and operators are told apart', () => {
  const markup = markupOf(CommandText, { text: "A=1 git commit -m 'a b' | tee x" });
  for (const piece of [
    '<b class="s-arg">A=1</b>',
    '<b class="s-cmd">git</b>',
    '<b class="s-flag">-m</b>',
    '<b class="s-op">|</b>',
    '<b class="s-cmd">tee</b>',
  ])
    expect(markup).toContain(piece);
  expect(markup).toMatch(/<b class="s-str">[^<]*a b[^<]*<\/b>/);
});

test('in a list it is one line', () => {
  const markup = markupOf(CommandText, { text: `echo a\necho ${'b'.repeat(400)}`, isCut: true });
  expect(textOf(markup)).not.toContain('\n');
  expect(textOf(markup).length).toBeLessThanOrEqual(300);
});

test('hostile characters are spelled out, line breaks stay', () => {
  expect(shownText('a\u202eb\nc')).toMatch(/^a.+b\nc$/);
  expect(shownText('a\u202eb')).not.toContain('\u202e');
});
