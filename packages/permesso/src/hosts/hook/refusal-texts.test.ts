import { unanswered, withdrawn, type Denying } from '@permesso/protocol/approval/approver';
import { expect, test } from 'vitest';
import { refusalText, refusalTexts } from './refusal-texts.ts';

test.each<[what: string, answer: Denying, isLate: boolean, text: string | undefined]>([
  ['a no', { verdict: 'deny', from: 'bridge' }, false, refusalTexts.refused],
  [
    'a no with a comment',
    { verdict: 'deny', comment: 'use a branch', from: 'terminal' },
    false,
    `${refusalTexts.refused} Their comment: "use a branch"`,
  ],
  ['withdrawn', withdrawn, false, refusalTexts.timeout],
  ['expired', unanswered('It expired.', 'expired'), false, refusalTexts.timeout],
  ['late', unanswered('Gone.', 'unavailable'), true, refusalTexts.timeout],
  [
    'nobody there',
    unanswered('`permesso pending --watch` answers.', 'unavailable'),
    false,
    refusalTexts.unavailable,
  ],
  ['the team', unanswered('This needs approval, by somebody in the team.'), false, undefined],
  [
    'a comment that reads like one of ours',
    { verdict: 'deny', comment: 'This needs approval, from legal.', from: 'terminal' },
    false,
    `${refusalTexts.refused} Their comment: "This needs approval, from legal."`,
  ],
])('%s', (_what, answer, isLate, text) => {
  expect(refusalText(answer, { isLate })).toBe(text);
});

test('no text tells the model how to approve', () => {
  for (const text of Object.values(refusalTexts))
    expect(text).not.toMatch(/permesso \w|--\w|terminal|console/);
});
