import { expect, test } from 'vitest';
import type { Choice } from './answer-ladder.ts';
import { readChoice, readComment, type FormOutcome, type Reading } from './read-result.ts';

const no: Choice = { value: 'no', title: 'No', answer: { verdict: 'deny', from: 'bridge' } };
const choices: readonly Choice[] = [
  { value: 'once', title: 'Yes', answer: { verdict: 'allow', scope: 'once', from: 'bridge' } },
  no,
  { ...no, value: 'comment', comments: true },
];

const accept = (content: unknown, after = 3000): FormOutcome => ({
  result: { action: 'accept', content },
  after,
});

test.each<[what: string, outcome: FormOutcome, reading: Reading]>([
  [
    'an offered value',
    accept({ answer: 'once' }),
    { answer: { verdict: 'allow', scope: 'once', from: 'bridge' } },
  ],
  ['an offered no', accept({ answer: 'no' }), { answer: { verdict: 'deny', from: 'bridge' } }],
  ['a wish to comment', accept({ answer: 'comment' }), { comments: true }],
  ['a value sooner than a person reads', accept({ answer: 'once' }, 300), { tooFast: true }],
  ['an empty form, as Codex accepts with nobody there', accept({}), empty()],
  ['no content', accept(undefined), empty()],
  ['a list', accept(['once']), empty()],
  ['a value that is not a string', accept({ answer: true }), empty()],
  ['an inherited value', accept(Object.create({ answer: 'once' })), empty()],
  [
    'a text of the person instead of a value',
    accept({ answer: '  use a branch\u202e ' }),
    { answer: { verdict: 'deny', comment: String.raw`use a branch\u{202e}`, from: 'bridge' } },
  ],
  [
    'another spelling of yes',
    accept({ answer: 'Once' }),
    { answer: { verdict: 'deny', comment: 'Once', from: 'bridge' } },
  ],
  [
    'decline at once',
    { result: { action: 'decline' }, after: 1 },
    { nobody: 'the program shows no forms here' },
  ],
  [
    'cancel at once',
    { result: { action: 'cancel' }, after: 1 },
    { nobody: 'the program shows no forms here' },
  ],
  [
    'decline by a person',
    { result: { action: 'decline' }, after: 4000 },
    { answer: { verdict: 'deny', from: 'bridge' } },
  ],
  ['closed by a person', { result: { action: 'cancel' }, after: 4000 }, { dismissed: true }],
  [
    'another action',
    { result: { action: 'yes' }, after: 4000 },
    { nobody: 'the program gave no clear answer' },
  ],
  [
    'an error',
    { error: 'unsupported', after: 4000 },
    { nobody: 'the program answered with an error: unsupported' },
  ],
])('%s', (_what, outcome, reading) => {
  expect(readChoice(outcome, choices)).toEqual(reading);
});

function empty(): Reading {
  return { nobody: 'the program accepted the form without a choice' };
}

test.each<[content: unknown, comment: object]>([
  [{ comment: 'use a branch' }, { comment: 'use a branch' }],
  [{ comment: ' ' }, {}],
  [{}, {}],
  [undefined, {}],
])('a comment is a no in any case: %j', (content, comment) => {
  expect(readComment(accept(content))).toEqual({ verdict: 'deny', ...comment, from: 'bridge' });
});
