import { partOf } from '../../test/part-of.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import { describe, expect, test } from 'vitest';
import { grantOf, questionOf, shellPart, type Asking } from '../../test/question-of.ts';
import { isChanged, isImmune, isLive, sameAsk, type Ask, type Grant } from './grant.ts';
import { judge } from './judge.ts';
import type { DecisionInput } from './decision-input.ts';

const asks: readonly Ask[] = [
  { because: 'ask-rule', rule: 'a' },
  { because: 'ask-rule', rule: 'b' },
  { because: 'deny-may-match', rule: 'a' },
  { because: 'deny-may-match', rule: 'b' },
  { because: 'safety', code: 'a' },
  { because: 'safety', code: 'b' },
  { because: 'tool-asks' },
  { because: 'no-rule' },
];

test('an ask is the same as itself and as no other', () => {
  for (const a of asks) expect(asks.filter((b) => sameAsk(a, b))).toEqual([a]);
});

test('immune are safety asks and denies that may match', () => {
  expect(asks.filter(isImmune).map(({ because }) => because)).toEqual([
    'deny-may-match',
    'deny-may-match',
    'safety',
    'safety',
  ]);
});

describe('a grant lives', () => {
  const at = {
    call: { tool: 't', input: {}, session: 's1' },
    callKey: 'k',
    world: fixedWorld({ now: 1000 }),
  };
  const noRule: Ask = { because: 'no-rule' };
  const safety: Ask = { because: 'safety', code: 'x' };
  test.each<[string, Partial<Grant> & { answers: readonly Ask[] }, boolean]>([
    ['with no limit', { answers: [noRule] }, true],
    ['before its end', { answers: [noRule], expires: 1001 }, true],
    ['not at its end', { answers: [noRule], expires: 1000 }, false],
    ['not after its end', { answers: [noRule], expires: 1 }, false],
    ['in its session', { answers: [noRule], session: 's1' }, true],
    ['in no other session', { answers: [noRule], session: 's2' }, false],
    ['in its project', { answers: [noRule], project: '/home/dev/project' }, true],
    ['in no other project', { answers: [noRule], project: '/home/dev/other' }, false],
    ['for its call', { answers: [noRule], callKey: 'k' }, true],
    ['for no other call', { answers: [noRule], callKey: 'l' }, false],
    ['for an immune ask once', { answers: [safety], scope: 'once' }, true],
    ['for an immune ask in the session', { answers: [safety], scope: 'session' }, true],
    ['for an immune ask not in the project', { answers: [safety], scope: 'project' }, false],
    ['for an immune ask not for the user', { answers: [noRule, safety], scope: 'user' }, false],
    ['for other asks in the project', { answers: [noRule], scope: 'project' }, true],
  ])('%s', (_name, given, live) => {
    const { rules: _rules, ...rest } = given;
    expect(isLive(grantOf(rest), at)).toBe(live);
  });
});

/** The key of the only ask or deny rule of the question's policy. */
function onlyKey({ policy }: DecisionInput): string {
  const found = policy.rules.find(({ verdict }) => verdict !== 'allow');
  if (found === undefined) throw new Error('no rule restricts');
  return found.key;
}

function verdictWith(asking: Asking, grant: (key: string) => Grant): string {
  const question = questionOf(asking);
  return judge({ ...question, grants: [grant(onlyKey(question))] }).verdict;
}

describe('a grant answers exactly the ask it was given for', () => {
  const push = { policy: { ask: ['Bash(git push:*)'] }, parts: [shellPart('git push')] };
  test.each<[string, Asking, (key: string) => Grant, string]>([
    [
      'this ask rule, by a rule that covers',
      push,
      (rule) => grantOf({ rules: ['Bash(git push)'], answers: [{ because: 'ask-rule', rule }] }),
      'allow',
    ],
    [
      'this ask rule, for the exact call',
      push,
      (rule) => grantOf({ callKey: 'this call', answers: [{ because: 'ask-rule', rule }] }),
      'allow',
    ],
    [
      'this ask rule, by a rule that does not cover',
      push,
      (rule) => grantOf({ rules: ['Bash(git pull)'], answers: [{ because: 'ask-rule', rule }] }),
      'ask',
    ],
    [
      'another ask rule',
      push,
      () => grantOf({ rules: ['Bash'], answers: [{ because: 'ask-rule', rule: 'another' }] }),
      'ask',
    ],
    ['no ask', push, () => grantOf({ rules: ['Bash'], answers: [] }), 'ask'],
    [
      'only that no rule allowed it',
      push,
      () => grantOf({ rules: ['Bash'], answers: [{ because: 'no-rule' }] }),
      'ask',
    ],
    [
      'the exact call, but another ask',
      push,
      () => grantOf({ callKey: 'this call', answers: [{ because: 'no-rule' }] }),
      'ask',
    ],
    [
      'another call',
      push,
      (rule) => grantOf({ callKey: 'another call', answers: [{ because: 'ask-rule', rule }] }),
      'ask',
    ],
    [
      'another session',
      push,
      (rule) => grantOf({ rules: ['Bash'], session: 's2', answers: [{ because: 'ask-rule', rule }] }),
      'ask',
    ],
    [
      'this session',
      push,
      (rule) => grantOf({ rules: ['Bash'], session: 's1', answers: [{ because: 'ask-rule', rule }] }),
      'allow',
    ],
    [
      'until later',
      push,
      (rule) => grantOf({ rules: ['Bash'], expires: 1001, answers: [{ because: 'ask-rule', rule }] }),
      'allow',
    ],
    [
      'until now',
      push,
      (rule) => grantOf({ rules: ['Bash'], expires: 1000, answers: [{ because: 'ask-rule', rule }] }),
      'ask',
    ],
  ])('%s', (_name, asking, grant, verdict) => {
    expect(verdictWith(asking, grant)).toBe(verdict);
  });

  test('two ask rules need two answers', () => {
    const question = questionOf({
      policy: { ask: ['Bash(git push:*)', 'Bash(git:*)'] },
      parts: [shellPart('git push')],
    });
    const answers = question.policy.rules.map(({ key }): Ask => ({ because: 'ask-rule', rule: key }));
    const [first] = answers;
    if (first === undefined) throw new Error('no rules');
    expect(judge({ ...question, grants: [grantOf({ rules: ['Bash'], answers: [first] })] }).verdict).toBe(
      'ask',
    );
    expect(judge({ ...question, grants: [grantOf({ rules: ['Bash'], answers })] }).verdict).toBe('allow');
    const apart = answers.map((one, place) => grantOf({ id: `g${place}`, rules: ['Bash'], answers: [one] }));
    expect(judge({ ...question, grants: apart }).verdict).toBe('allow');
  });

  test('a grant whose rule covers one part leaves the other to its own ask', () => {
    const question = questionOf({
      policy: { ask: ['Bash(git push:*)'] },
      parts: [shellPart('git push'), shellPart('git push -f')],
    });
    const grant = grantOf({
      rules: ['Bash(git push)'],
      answers: [{ because: 'ask-rule', rule: onlyKey(question) }],
    });
    const { verdict, judgements } = judge({ ...question, grants: [grant] });
    expect([verdict, ...judgements.map((one) => one.verdict)]).toEqual(['ask', 'allow', 'ask']);
  });
});

describe('immune asks', () => {
  const safe: Asking = {
    policy: { ask: ['Read'] },
    parts: [shellPart('rm x', { check: { outcome: 'safety', code: 'protected-path', reason: 'protected' } })],
  };
  const may: Asking = { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')] };
  const code: Ask = { because: 'safety', code: 'protected-path' };
  test.each<[string, Asking, (key: string) => Grant, string]>([
    [
      'the exact call, once',
      safe,
      () => grantOf({ callKey: 'this call', scope: 'once', answers: [code] }),
      'allow',
    ],
    [
      'the exact call, for the session',
      safe,
      () => grantOf({ callKey: 'this call', answers: [code] }),
      'allow',
    ],
    [
      'the exact call, for the project',
      safe,
      () => grantOf({ callKey: 'this call', scope: 'project', answers: [code] }),
      'ask',
    ],
    [
      'the exact call, for the user',
      safe,
      () => grantOf({ callKey: 'this call', scope: 'user', answers: [code] }),
      'ask',
    ],
    ['a rule', safe, () => grantOf({ rules: ['Bash'], answers: [code] }), 'ask'],
    [
      'another danger',
      safe,
      () => grantOf({ callKey: 'this call', answers: [{ because: 'safety', code: 'tool-error' }] }),
      'ask',
    ],
    [
      'a deny that may match, the exact call',
      may,
      (rule) => grantOf({ callKey: 'this call', answers: [{ because: 'deny-may-match', rule }] }),
      'allow',
    ],
    [
      'a deny that may match, by a rule',
      may,
      (rule) => grantOf({ rules: ['Bash'], answers: [{ because: 'deny-may-match', rule }] }),
      'ask',
    ],
    [
      'a deny that may match, another rule',
      may,
      () => grantOf({ callKey: 'this call', answers: [{ because: 'deny-may-match', rule: 'another' }] }),
      'ask',
    ],
    [
      'a deny that may match, answered as an ask',
      may,
      (rule) => grantOf({ callKey: 'this call', answers: [{ because: 'ask-rule', rule }] }),
      'ask',
    ],
  ])('%s', (_name, asking, grant, verdict) => {
    expect(verdictWith(asking, grant)).toBe(verdict);
  });
});

function allAnswers(rule: string): Grant {
  return grantOf({
    rules: ['Bash', '*'],
    callKey: 'this call',
    answers: [
      { because: 'ask-rule', rule },
      { because: 'deny-may-match', rule },
      { because: 'no-rule' },
      { because: 'tool-asks' },
    ],
  });
}

describe('a grant never beats', () => {
  test.each<[string, Asking]>([
    ['a deny rule', { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('rm x')] }],
    [
      "a tool's own deny",
      { policy: { ask: ['Read'] }, parts: [shellPart('rm x', { check: { outcome: 'deny', reason: 'no' } })] },
    ],
    ['a freeze', { policy: { ask: ['Bash'] }, frozen: 'incident' }],
    ['an ask where nobody may be asked', { policy: { ask: ['Bash'] }, mode: 'dontAsk' }],
    [
      'a deny that may match where the mode denies',
      { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')], mode: 'dontAsk' },
    ],
  ])('%s', (_name, asking) => {
    expect(verdictWith(asking, allAnswers)).toBe('deny');
  });
});

describe('a grant where only managed allow rules count', () => {
  const managed: Asking = {
    policy: { layer: 'managed', ask: ['Read'], restrict: { onlyManagedAllow: true } },
  };
  test.each<[string, Grant, string]>([
    [
      'an earlier answer does not count',
      grantOf({ rules: ['Bash'], answers: [{ because: 'no-rule' }] }),
      'ask',
    ],
    [
      'nor one for the exact call',
      grantOf({ callKey: 'this call', answers: [{ because: 'no-rule' }] }),
      'ask',
    ],
    [
      'nor one with rules, once',
      grantOf({ rules: ['Bash'], scope: 'once', answers: [{ because: 'no-rule' }] }),
      'ask',
    ],
    [
      'the answer just given does',
      grantOf({ callKey: 'this call', scope: 'once', answers: [{ because: 'no-rule' }] }),
      'allow',
    ],
  ])('%s', (_name, grant, verdict) => {
    expect(verdictWith(managed, () => grant)).toBe(verdict);
  });
});

describe('a yes given in another mode does not reach into explore', () => {
  test.each<[Grant['givenIn'], string]>([
    ['default', 'ask'],
    ['bypass', 'ask'],
    ['explore', 'allow'],
  ])('given in %s: %s', (givenIn, verdict) => {
    const asking: Asking = {
      policy: { ask: ['Bash(git push:*)'] },
      parts: [shellPart('git push')],
      mode: 'explore',
    };
    expect(
      verdictWith(asking, (rule) =>
        grantOf({ givenIn, callKey: 'this call', answers: [{ because: 'ask-rule', rule }] }),
      ),
    ).toBe(verdict);
  });
});

describe('a yes given in a mode counts in others, explore excepted', () => {
  test.each<[Grant['givenIn'], DecisionInput['mode'], string]>([
    ['bypass', 'default', 'allow'],
    ['explore', 'default', 'allow'],
    ['default', 'acceptEdits', 'allow'],
    ['default', 'explore', 'deny'],
  ])('given in %s, used in %s: %s', (givenIn, mode, verdict) => {
    const grants = [grantOf({ givenIn, callKey: 'this call', answers: [{ because: 'no-rule' }] })];
    expect(judge(questionOf({ mode, grants })).verdict).toBe(verdict);
  });
});

describe('a tool that has changed since the yes', () => {
  const pin = { server: 'gh', tool: 'create', pin: 'p1' };
  const call = { tool: 'mcp__gh__create', input: {} };
  test.each<[string, Grant['pin'], ToolCall, boolean]>([
    ['no pin: nothing is watched', undefined, call, false],
    ['the same pin', pin, { ...call, mcp: { server: 'gh', tool: 'create', pin: 'p1' } }, false],
    ['another pin', pin, { ...call, mcp: { server: 'gh', tool: 'create', pin: 'p2' } }, true],
    ['no pin any more', pin, { ...call, mcp: { server: 'gh', tool: 'create' } }, true],
    ['a call that does not say', pin, call, true],
    ['another tool of the server', pin, { ...call, mcp: { server: 'gh', tool: 'list', pin: 'p2' } }, false],
    [
      'the same tool of another server',
      pin,
      { ...call, mcp: { server: 'gl', tool: 'create', pin: 'p2' } },
      false,
    ],
    ['another tool that does not say', pin, { tool: 'mcp__gh__list', input: {} }, false],
  ])('%s', (_name, pinned, asked, changed) => {
    const grant = grantOf({ answers: [], ...(pinned === undefined ? {} : { pin: pinned }) });
    expect(isChanged(grant, asked)).toBe(changed);
    expect(isLive(grant, { call: asked, callKey: 'k', world: fixedWorld() })).toBe(!changed);
  });

  test('its grant is in the receipt with the reason why it does not count', () => {
    const grant = grantOf({ rules: ['mcp__gh__create'], answers: [{ because: 'no-rule' }], pin });
    const part = partOf({
      kind: 'mcp',
      subject: { kind: 'mcp', readings: [{ server: 'gh', tool: 'create' }] },
    });
    const found = judge(questionOf({ call, parts: [part], grants: [grant] }));
    expect(found.verdict).toBe('ask');
    expect(found.judgements[0]?.matched.contributions).toMatchObject([
      {
        rule: { text: 'mcp__gh__create', grant: 'g' },
        match: 'yes',
        inert: expect.stringMatching(/changed/),
      },
    ]);
    const same = { ...call, mcp: { server: 'gh', tool: 'create', pin: 'p1' } };
    expect(judge(questionOf({ call: same, parts: [part], grants: [grant] })).verdict).toBe('allow');
  });
});
