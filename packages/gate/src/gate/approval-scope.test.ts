import { describe, expect, test } from 'vitest';
import { plainShell } from '../../../engine/test/plain-shell.ts';
import type { Answer } from '@permesso/protocol/approval';
import { memoryGrants, type GrantStore } from '../approval/stores/grant-store.ts';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import type { Check } from '@permesso/engine/facts';
import { storeTexts } from '../messages/denials.ts';
import { fixedWorld } from '@permesso/engine/world';
import { gateWith, sh, yes, pushAsks } from '../../test/gate-with.ts';

/** Whether the gate lets the call run after a person approved the first one. */
async function after(answer: Answer, first: ToolCall, then: ToolCall): Promise<string> {
  const gate = gateWith({ ...pushAsks, approver: scriptedApprover([answer]) });
  await gate.authorize(first);
  return (await gate.check(then)).verdict;
}

describe('how far a yes reaches', () => {
  const rules = ['Bash(git push origin)'];
  const origin = sh('git push origin', { session: 's1' });
  test.each<[string, Answer, ToolCall, string]>([
    ['once: not the next time', yes, origin, 'ask'],
    ['once, said out loud', { ...yes, scope: 'once', rules }, origin, 'ask'],
    ['session: the same call', { ...yes, scope: 'session' }, origin, 'allow'],
    [
      'session without a rule: no other call',
      { ...yes, scope: 'session' },
      sh('git push other', { session: 's1' }),
      'ask',
    ],
    [
      'session with a rule: what the rule covers',
      { ...yes, scope: 'session', rules: ['Bash(git push:*)'] },
      sh('git push other', { session: 's1' }),
      'allow',
    ],
    [
      'session with a rule: nothing else',
      { ...yes, scope: 'session', rules },
      sh('git push other', { session: 's1' }),
      'ask',
    ],
    [
      'session: no other session',
      { ...yes, scope: 'session', rules },
      sh('git push origin', { session: 's2' }),
      'ask',
    ],
    [
      'project: another session too',
      { ...yes, scope: 'project', rules },
      sh('git push origin', { session: 's2' }),
      'allow',
    ],
    [
      'user: another session too',
      { ...yes, scope: 'user', rules },
      sh('git push origin', { session: 's2' }),
      'allow',
    ],
    ['until later', { ...yes, scope: { until: 1000 }, rules }, origin, 'allow'],
    ['until a time that has passed', { ...yes, scope: { until: 0 }, rules }, origin, 'ask'],
    [
      'another agent is another call',
      { ...yes, scope: 'session' },
      { ...origin, agent: { name: 'sub' } },
      'ask',
    ],
    ['another directory is another call', { ...yes, scope: 'session' }, { ...origin, cwd: '/tmp' }, 'ask'],
  ])('%s', async (_name, answer, then, verdict) => {
    expect(await after(answer, origin, then)).toBe(verdict);
  });

  test('calls that name no session share the life of the gate', async () => {
    const grants = memoryGrants();
    const options = {
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules }]),
    };
    const gate = gateWith(options);
    await gate.authorize(sh('git push origin'));
    expect((await gate.check(sh('git push origin'))).verdict).toBe('allow');
    expect(
      (await gate.check({ ...sh('git push origin'), session: undefined } as unknown as ToolCall)).verdict,
    ).toBe('allow');
    expect((await gateWith(options).check(sh('git push origin'))).verdict).toBe('ask');
  });

  test('a project grant stays in its project', async () => {
    const grants = memoryGrants();
    const here = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'project', rules }]),
    });
    await here.authorize(origin);
    const there = gateWith({ ...pushAsks, grants, world: () => fixedWorld({ cwd: '/home/dev/other' }) });
    expect((await here.check(origin)).verdict).toBe('allow');
    expect((await there.check(origin)).verdict).toBe('ask');
  });

  test('a safety ask: the exact call, once or for the session, never longer', async () => {
    const danger: Check = { outcome: 'safety', code: 'protected-path', reason: 'a key' };
    const gate = gateWith({
      policy: { allow: ['Bash'] },
      tools: [plainShell(() => danger)],
      approver: scriptedApprover([
        { ...yes, scope: 'user', rules: ['Bash'] },
        { ...yes, scope: { until: 5000 } },
        { ...yes, scope: 'session', rules: ['Bash'] },
      ]),
    });
    const refused = 'Allowed once: a safety ask can be granted once or for the session, no longer.';
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'allow', message: refused });
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'allow', message: refused });
    expect((await gate.check(sh('x'))).verdict).toBe('ask');
    expect(await gate.authorize(sh('x'))).toMatchObject({ grant: { rules: [], scope: 'session' } });
    expect((await gate.check(sh('x'))).verdict).toBe('allow');
    expect((await gate.check(sh('y'))).verdict).toBe('ask');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['a rule that would not allow this call is not kept', ['Bash(ls)'], /would not allow this call/],
    ['a rule that cannot be read is not kept', ['Bash('], /cannot be read: the parenthesis is not closed/],
  ])('%s, and the call runs once', async (_name, wrong, message) => {
    const grants = memoryGrants();
    const gate = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules: wrong }]),
    });
    const authorization = await gate.authorize(origin);
    expect(authorization).toMatchObject({ verdict: 'allow', message: expect.stringMatching(message) });
    expect(authorization).not.toHaveProperty('grant');
    expect(grants.list()).toEqual([]);
  });

  test.each<[string, GrantStore['add']]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('a store that %s: the call runs once', async (_name, add) => {
    const grants: GrantStore = { ...memoryGrants(), add };
    const gate = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules }]),
    });
    expect(await gate.authorize(origin)).toMatchObject({
      verdict: 'allow',
      message: 'Allowed once: the grant could not be kept.',
    });
  });

  test('a store that cannot be read is a deny', async () => {
    const grants: GrantStore = {
      ...memoryGrants(),
      list: () => {
        throw new Error('disk full');
      },
    };
    const gate = gateWith({ policy: { allow: ['Bash'] }, grants });
    expect(await gate.check(sh('x'))).toMatchObject({
      verdict: 'deny',
      receipt: { errors: [`the decision failed: ${storeTexts.failed}`] },
    });
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'deny' });
  });
});
