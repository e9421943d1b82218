import { expect, test } from 'vitest';
import { effectKinds } from '@permesso/protocol/text';
import { markupOf, textOf } from '../../test/examples.ts';
import { effectIcons, EffectRows } from './effects.tsx';
import { TickedText } from './ticked-text.tsx';

test('every kind of effect has an icon', () => {
  expect(Object.keys(effectIcons).toSorted()).toEqual([...effectKinds].toSorted());
});

test('what cannot be undone and what nobody knows stand out', () => {
  const markup = markupOf(EffectRows, {
    effects: [
      { words: 'deletes `build`', lasting: true, does: 'deletes', known: 'git has it' },
      { words: 'runs an unknown program', lasting: false, does: 'unknown' },
    ],
  });
  expect(markup).toMatch(/class="grave".*class="open"/s);
  expect(textOf(markup)).toContain('cannot be undone');
  expect(textOf(markup)).toContain('git has it');
});

test('no effects means that they are not known, and many are folded', () => {
  expect(textOf(markupOf(EffectRows, { effects: [] }))).toMatch(/not described/);
  const effects = Array.from({ length: 13 }, (_, at) => ({ words: `reads \`${at}\``, lasting: false }));
  const markup = markupOf(EffectRows, { effects });
  expect(textOf(markup)).toContain('3 more');
  expect(markup.match(/<li/g)).toHaveLength(10);
});

test('text between backticks is code; without its pair one is a character', () => {
  expect(markupOf(TickedText, { text: 'deletes `a` and `b`' })).toBe(
    'deletes <code>a</code> and <code>b</code>',
  );
  expect(markupOf(TickedText, { text: 'a ` b' })).toBe('a ` b');
  expect(markupOf(TickedText, { text: '`<i>`' })).toBe('<code>&lt;i&gt;</code>');
});
