import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Answer, ApprovalRequest } from '@permesso/protocol/approval';
import type { Grant } from '@permesso/engine/decision';
import { standingId } from '../src/approval/answer-to-grant.ts';
import { teamAnswerObjection } from '../src/approval/offered-answer.ts';
import { memoryGrants } from '../src/approval/stores/grant-store.ts';
import { withTeamGrants } from '../src/approval/stores/team-grants.ts';

const request = {
  scopes: ['once', 'session', 'project', 'user'],
  decision: { suggestions: [{ rules: ['Bash(kubectl get pods)'], covers: '' }] },
  effects: [],
  editable: false,
} as unknown as ApprovalRequest;
const lasting = { verdict: 'allow', scope: 'user', until: 9e12, standing: 'a-name', from: 'team' } as const;

it.each([
  ['rules that were not shown', { ...lasting, rules: ['Bash'] }, /says more than was offered/],
  ['no end', { ...lasting, until: undefined }, /has no expiry/],
  ['no name to revoke it by', { ...lasting, standing: undefined }, /no expiry or no id/],
  ['what may last', lasting, undefined],
  ['once', { verdict: 'allow' }, undefined],
])('Finding 14: a machine checks what its team answers: %s', (_what, answer, why) => {
  const found = teamAnswerObjection(answer as Answer, request);
  if (why === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(why);
});

it('Finding 14: a machine follows no lasting answer to a call that cannot be undone', () => {
  const effects = [{ words: 'deletes it', lasting: true }] as unknown as ApprovalRequest['effects'];
  expect(teamAnswerObjection(lasting, { ...request, effects })).toMatch('cannot be undone');
  expect(teamAnswerObjection({ verdict: 'allow' }, { ...request, effects })).toBeUndefined();
});

const folder = mkdtempSync(join(tmpdir(), 'permesso-ended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('Finding 14: an answer that its team revoked counts no more on the machine', () => {
  const file = join(folder, 'grants.json');
  const grant: Grant = {
    id: standingId('a-name'),
    rules: [],
    answers: [],
    scope: 'user',
    givenIn: 'ask' as Grant['givenIn'],
  };
  const store = withTeamGrants(memoryGrants([grant]), file);
  expect(store.list()).toEqual([grant]);
  writeFileSync(file, JSON.stringify([{ ended: 'a-name' }]), { mode: 0o600 });
  expect(store.list()).toEqual([]);
});
