import { expect, test } from 'vitest';
import type { PendingAct } from './pending-acts.ts';
import { pendingEffects, pendingText } from './pending-words.ts';

const author = { role: 'author', project: 'p1' };
const approver = { role: 'approver', project: null };

const rows: readonly (readonly [act: string, detail: PendingAct['detail'], text: string])[] = [
  [
    'identity-provider.put',
    { issuer: 'https://id.example' },
    'Change the identity provider to https://id.example',
  ],
  [
    'person.roles',
    { before: [author, approver], roles: [] },
    'Take author in shop and approver everywhere from anna@acme.example',
  ],
  [
    'person.roles',
    { before: [author], roles: [approver] },
    'Take author in shop from anna@acme.example and give approver everywhere',
  ],
  [
    'group-roles.put',
    { before: [{ group: 'a', ...author }], mappings: [{ group: 'b', ...approver }] },
    'Roles by group: the group a no longer gives author in shop and the group b gives approver everywhere',
  ],
  ['person.erase', {}, 'Erase anna@acme.example'],
  ['legal-hold.end', { reason: 'case 7' }, 'End the legal hold: case 7'],
  ['policy-review.off', {}, 'Turn off review of looser policies'],
  [
    'approval-rule.add',
    { rule: 'Bash(ls)', project: null, longest: 'session' },
    'Let one answer to Bash(ls) everywhere last for a session',
  ],
  ['approval-rule.remove', { rule: 'Bash(ls)', project: 'p1' }, 'Remove the approval rule Bash(ls) in shop'],
];

const actOf = (act: string, detail: PendingAct['detail']): PendingAct => ({
  id: 'i',
  act,
  subject: 's',
  subjectName: 'anna@acme.example',
  detail,
  askedBy: 'b',
  askedByName: 'bob@acme.example',
  askedAt: '',
  expiresAt: '',
  confirmers: [],
});
const shop = (): string => 'shop';

test.each(rows)('%s %j is a sentence, and what it does is said', (act, detail, text) => {
  expect(pendingText(actOf(act, detail), shop)).toBe(text);
  expect(pendingEffects).toHaveProperty([act]);
});

test('a kind that is not known is shown as it was sent, with what it hides', () => {
  expect(pendingText(actOf('moon.put', { phase: 'new\u202E' }), shop)).toBe(
    'moon.put s {"phase":"new\\u{202e}"}',
  );
});
