import { expect, test } from 'vitest';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { memoryGrants } from '../stores/grant-store.ts';
import { scriptedApprover } from './scripted-approver.ts';
import { grantOf } from '../../../../engine/test/question-of.ts';
import { requestOf } from '../../../test/request-of.ts';

const options = { signal: new AbortController().signal };

function request(id: string): ApprovalRequest {
  return requestOf({ id, call: { tool: id, input: {} } });
}

test('answers in order, remembers what it was asked, and denies when the script has ended', async () => {
  const approver = scriptedApprover([
    { verdict: 'allow', scope: 'session' },
    ({ call }) => ({ verdict: 'deny', comment: `not ${call.tool}` }),
  ]);
  expect(await approver(request('a'), options)).toEqual({ verdict: 'allow', scope: 'session' });
  expect(await approver(request('b'), options)).toEqual({ verdict: 'deny', comment: 'not b' });
  expect(await approver(request('c'), options)).toEqual({
    verdict: 'deny',
    comment: 'the script has no answer left',
  });
  expect(approver.asked.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('grants in memory can be listed, added, replaced and revoked', () => {
  const first = grantOf({ id: 'a', answers: [] });
  const second = grantOf({ id: '__proto__', answers: [] });
  const store = memoryGrants([first]);
  expect(store.list()).toEqual([first]);
  void store.add(second);
  expect(store.list()).toEqual([first, second]);
  void store.add({ ...first, scope: 'user' });
  expect(store.list().map(({ scope }) => scope)).toEqual(['user', 'session']);
  expect(store.revoke('a')).toBe(true);
  expect(store.revoke('a')).toBe(false);
  expect(store.list()).toEqual([second]);
  expect(memoryGrants().list()).toEqual([]);
});
