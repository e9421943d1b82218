import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../test/examples.ts';
import { EditDiff } from './edit-diff.tsx';

const shown = (input: Readonly<Record<string, unknown>>): string => markupOf(EditDiff, { input });

test('lines that go and lines that come', () => {
  const markup = shown({ old_string: 'one\ntwo', new_string: 'three' });
  expect(markup).toMatch(/<del>- one\n<\/del><del>- two\n<\/del><ins>\+ three\n<\/ins>/);
});

test('several changes are counted, and what is no change is left out', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c' },
    null,
    { old_string: 'd', new_string: 'e' },
  ];
  expect(textOf(shown({ edits }))).toMatch(/change 1 of 2 - a \+ b change 2 of 2 - d \+ e/);
});

test('an input that changes nothing has no frame', () => {
  for (const input of [{}, { edits: [] }, { old_string: 1, new_string: 'x' }]) expect(shown(input)).toBe('');
});

test('hostile lines stay lines', () => {
  const markup = shown({ old_string: '</pre><script>', new_string: '\u202etxt' });
  expect(markup).not.toContain('<script>');
  expect(markup).not.toContain('\u202e');
});
