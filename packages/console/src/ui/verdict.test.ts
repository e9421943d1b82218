import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../test/examples.ts';
import { Verdict, verdictIcons, type ShownVerdict } from './verdict.tsx';

const verdicts = Object.keys(verdictIcons) as ShownVerdict[];

test.each(verdicts)('%s is a word with an icon, never a colour alone', (verdict) => {
  const markup = markupOf(Verdict, { verdict });
  expect(textOf(markup)).toBe(verdict);
  expect(markup).toMatch(/<svg[^>]*aria-hidden/);
});

test('no two verdicts share an icon', () => {
  const drawn = verdicts.map((verdict) => /<svg.*<\/svg>/.exec(markupOf(Verdict, { verdict }))?.[0]);
  expect(new Set(drawn).size).toBe(verdicts.length);
});
