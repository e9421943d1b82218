import { expect, test } from 'vitest';
import { makeMachine } from '../../test/policy-files/machine.ts';
import { rememberedAnswers } from './remembered-answers.ts';

test('a saved answer is known by its field, not by its comment, and not in a shared file', () => {
  using machine = makeMachine();
  machine.write(
    '.config/permesso/policy.yaml',
    [
      'allow:',
      '  - { rule: Bash(make:*), from: prompt, why: any comment }',
      '  - { rule: Bash(npm test), why: allowed at the prompt }',
      'deny:',
      '  - { rule: Bash(npm publish:*), from: prompt }',
      '',
    ].join('\n'),
  );
  machine.write('p/.permesso/policy.yaml', 'deny:\n  - { rule: Bash(curl:*), from: prompt }\n');
  const answers = rememberedAnswers({ ...machine.options, cwd: machine.path('p') });
  expect(
    answers
      .map(({ verdict, what, scope }) => [verdict, what, scope])
      .toSorted((a, b) => a.join(' ').localeCompare(b.join(' '))),
  ).toEqual([
    ['allow', 'Bash(make:*)', 'user'],
    ['deny', 'Bash(npm publish:*)', 'user'],
  ]);
});
