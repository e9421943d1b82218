import { expect, test } from 'vitest';
import { exampleDecision, markupOf, textOf } from '../../test/examples.ts';
import { ReceiptTree } from './receipt-tree.tsx';

const part = {
  label: 'git push',
  verdict: 'ask',
  step: 'rules',
  reason: 'Bash(git push:*) (user) asks about it',
};
const rule = { verdict: 'ask', text: 'Bash(git push:*)', layer: 'user', place: '/home/ada/policy.yaml' };

function shown(receipt: object, change: object = {}): string {
  const entry = exampleDecision({
    receipt: { parts: [part], rules: [rule], ...receipt },
    ...change,
  } as never);
  return textOf(markupOf(ReceiptTree, { entry, effects: [] }));
}

test('a part stands with the rule that decided it, and its file', () => {
  expect(shown({})).toMatch(/git push .*Bash\(git push:\*\) user, policy\.yaml/);
});

test('a rule that decided no part is listed as well', () => {
  const other = { verdict: 'deny', text: 'Bash(sudo:*)', layer: 'team' };
  expect(shown({ rules: [rule, other] })).toContain('Bash(sudo:*) team');
});

test('what else is known is said: errors, the sandbox, the rule that would allow', () => {
  const text = shown({ errors: ['the clock is wrong'], offer: ['Bash(git push origin main)'] });
  expect(text).toContain('the clock is wrong');
  expect(text).toContain('Bash(git push origin main)');
  expect(shown({ offer: ['Bash(x)'] }, { verdict: 'allow' })).not.toContain('Bash(x)');
  const sandbox = { engine: 'bubblewrap', version: '0.8', digest: 'abcdef0123456789' };
  expect(shown({ sandbox })).toMatch(/bubblewrap 0\.8.*abcdef01/);
});

test('of very many parts the first are drawn and the others counted', () => {
  const parts = Array.from({ length: 45 }, () => part);
  expect(shown({ parts, rules: [] })).toContain('5 more');
});

test('hostile texts stay texts', () => {
  const label = '<script>alert(1)</script>\u0007';
  const markup = markupOf(ReceiptTree, {
    entry: exampleDecision({ receipt: { parts: [{ ...part, label }], rules: [] } } as never),
    effects: [{ words: '<b>deletes</b> `x', lasting: true, does: 'deletes' }],
  });
  expect(markup).not.toContain('<script>');
  expect(markup).not.toContain('\u0007');
  expect(markup).not.toContain('<b>deletes');
});
