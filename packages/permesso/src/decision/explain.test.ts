import { expect, test } from 'vitest';
import { questionOf, shellPart } from '../../test/question-of.ts';
import { plainShell } from '../../test/plain-shell.ts';
import { decide } from './decide.ts';
import { failureDecision } from './failure.ts';
import { explain } from './explain.ts';

test('every rule of the policy stands beside every part, with how it matches and why it does not count', () => {
  const question = questionOf({
    policy: [
      {
        layer: 'user',
        allow: ['Bash(git:*)'],
        ask: ['Bash(git push:*)'],
        deny: ['Bash(rm:*)', { rule: 'Bash', expires: '1970-01-01' }],
      },
      { layer: 'project', file: 'p.yaml', lines: { allow: [2] }, allow: ['Bash'] },
    ],
    parts: [shellPart('git push'), shellPart('$X')],
  });
  const decision = decide(question, plainShell());
  const explanation = explain(question, decision);
  expect(explanation.decision).toBe(decision);
  expect(
    explanation.parts.map(({ label, rules }) => ({
      label,
      rules: rules.map(({ rule, match, inert }) => [rule.verdict, rule.text, match, inert ?? 'counts']),
    })),
  ).toEqual([
    {
      label: 'git push',
      rules: [
        ['allow', 'Bash(git:*)', 'yes', 'counts'],
        ['ask', 'Bash(git push:*)', 'yes', 'counts'],
        ['deny', 'Bash(rm:*)', 'no', 'counts'],
        ['deny', 'Bash', 'yes', 'it has expired'],
        ['allow', 'Bash', 'yes', 'its layer is not trusted yet'],
      ],
    },
    {
      label: '$X',
      rules: [
        ['allow', 'Bash(git:*)', 'no', 'counts'],
        ['ask', 'Bash(git push:*)', 'may', 'counts'],
        ['deny', 'Bash(rm:*)', 'may', 'counts'],
        ['deny', 'Bash', 'yes', 'it has expired'],
        ['allow', 'Bash', 'yes', 'its layer is not trusted yet'],
      ],
    },
  ]);
  expect(explanation.parts[0]?.rules[4]?.rule).toMatchObject({ layer: 'project', file: 'p.yaml', line: 2 });
  expect(explanation.parts[0]?.rules[0]).not.toHaveProperty('inert');
});

test('a decision with fewer parts than the question does not break the explanation', () => {
  const question = questionOf({ policy: { deny: ['Bash'] }, parts: [shellPart('a'), shellPart('b')] });
  expect(explain(question, failureDecision('x')).parts.map(({ label }) => label)).toEqual(['a', 'b']);
});
