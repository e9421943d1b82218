import { type Denying, unanswered, withdrawn } from '@permesso/protocol/approval';
import { expect, test } from 'vitest';
import { deniedTexts, hookDenialTexts } from '@permesso/gate/messages';
import { refusalText } from './refusal-texts.ts';

test.each<[what: string, answer: Denying, isLate: boolean, text: string | undefined]>([
  ['a no', { verdict: 'deny', from: 'bridge' }, false, deniedTexts.byPerson],
  [
    'a no with a comment',
    { verdict: 'deny', comment: 'use a branch', from: 'terminal' },
    false,
    `${deniedTexts.byPerson} Their comment: "use a branch"`,
  ],
  ['withdrawn', withdrawn, false, hookDenialTexts.timeout],
  ['expired', unanswered('It expired.', 'expired'), false, hookDenialTexts.timeout],
  ['late', unanswered('Gone.', 'unavailable'), true, hookDenialTexts.timeout],
  [
    'nobody there',
    unanswered('`permesso pending --watch` answers.', 'unavailable'),
    false,
    hookDenialTexts.unavailable,
  ],
  ['the team', unanswered('This needs approval, by somebody in the team.'), false, undefined],
  [
    'a comment that reads like one of ours',
    { verdict: 'deny', comment: 'This needs approval, from legal.', from: 'terminal' },
    false,
    `${deniedTexts.byPerson} Their comment: "This needs approval, from legal."`,
  ],
])('%s', (_what, answer, isLate, text) => {
  expect(refusalText(answer, { isLate })).toBe(text);
});

test('no text tells the model how to approve', () => {
  for (const text of [...Object.values(hookDenialTexts), deniedTexts.byPerson])
    expect(text).not.toMatch(/permesso \w|--\w|terminal|console/);
});
