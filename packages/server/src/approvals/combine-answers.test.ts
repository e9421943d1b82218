import { expect, test } from 'vitest';
import { combineAnswers, type Approval } from './combine-answers.ts';

const rules = ['Bash(npm:*)'];

test.each<[string, readonly Approval[], Approval]>([
  ['one', [{ scope: 'user', rules }], { scope: 'user', rules }],
  [
    'the narrower of two',
    [
      { scope: 'user', rules },
      { scope: 'session', rules },
    ],
    { scope: 'session', rules },
  ],
  ['once is once', [{ scope: 'user', rules }, { scope: 'once' }], { scope: 'once' }],
  [
    'other rules are no agreement',
    [
      { scope: 'user', rules },
      { scope: 'user', rules: ['Bash'] },
    ],
    { scope: 'once' },
  ],
  [
    'the earlier end',
    [
      { scope: 'user', rules, until: 9 },
      { scope: 'user', rules, until: 5 },
    ],
    { scope: 'user', rules, until: 5 },
  ],
  ['nobody', [], { scope: 'once' }],
  [
    'a changed call, once',
    [{ scope: 'once', input: { command: 'ls' } }],
    { scope: 'once', input: { command: 'ls' } },
  ],
])('%s', (_what, answers, combined) => {
  expect(combineAnswers(answers)).toEqual(combined);
});

test('several people never agree to a call that one of them changed', () => {
  const answers: readonly Approval[] = [{ scope: 'once' }, { scope: 'once', input: { command: 'ls' } }];
  expect(() => combineAnswers(answers)).toThrow('several answers');
});
