import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../test/examples.ts';
import { Losses } from './losses.tsx';

test('before a translation nothing is said, and after it what was lost', () => {
  expect(markupOf(Losses, { losses: undefined })).toBe('');
  expect(textOf(markupOf(Losses, { losses: [] }))).not.toBe('');
  const losses = [{ what: 'Bash(<b>)', why: 'there is no such rule', effect: 'looser' }] as never;
  const markup = markupOf(Losses, { losses });
  expect(textOf(markup)).toContain('there is no such rule (looser)');
  expect(markup).not.toContain('<b>');
});
