import { unanswered, withdrawn, type Denying } from '@permesso/protocol/approval/approver';
import { expect, test } from 'vitest';
import { refusalText, refusalTexts } from './refusal-texts.ts';

test.each<[what: string, answer: Denying, isLate: boolean, text: string | undefined]>([
  ['a no', { verdict: 'deny', from: 'bridge' }, false, refusalTexts.refused],
  [
    'a no with a comment',
    { verdict: 'deny', words: 'use a branch', from: 'terminal' },
    false,
    `${refusalTexts.refused} Their comment: "use a branch"`,
  ],
  ['withdrawn', withdrawn, false, refusalTexts.timeout],
  ['expired', unanswered('This was not approved: it expired.'), false, refusalTexts.timeout],
  ['late', unanswered('This needs approval, and nobody could be asked: gone.'), true, refusalTexts.timeout],
  [
    'nobody there',
    unanswered('This needs approval, and nobody could be asked: `permesso pending --watch` answers.'),
    false,
    refusalTexts.unavailable,
  ],
  ['the team', unanswered('This needs approval by somebody in the team.'), false, undefined],
])('%s', (_what, answer, isLate, text) => {
  expect(refusalText(answer, { isLate })).toBe(text);
});

test('no text tells the model how to approve', () => {
  for (const text of Object.values(refusalTexts))
    expect(text).not.toMatch(/permesso \w|--\w|terminal|console/);
});
