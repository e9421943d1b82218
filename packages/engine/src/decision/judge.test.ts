import { describe, expect, test } from 'vitest';
import { grantOf, questionOf, shellPart, type Asking } from '../../test/question-of.ts';
import { partOf } from '../../test/part-of.ts';
import type { Agent } from '../call/tool-call.ts';
import type { Layer } from '../policy/layer.ts';
import { modes } from '../policy/mode-name.ts';
import { judge } from './judge.ts';
import type { DecisionInput } from './decision-input.ts';

function verdict(asking: Asking): string {
  return judge(questionOf(asking)).verdict;
}

describe('the strictest part decides', () => {
  const policy: Layer = { allow: ['Bash(a)'], ask: ['Bash(b)'], deny: ['Bash(c)'] };
  test.each<[string, string, readonly string[]]>([
    ['a', 'allow', ['a']],
    ['a b', 'ask', ['b']],
    ['b a', 'ask', ['b']],
    ['c b a', 'deny', ['c']],
    ['a c', 'deny', ['c']],
    ['b b', 'ask', ['b', 'b']],
    ['a x', 'ask', ['x']],
  ])('%s: %s', (commands, expected, deciding) => {
    const found = judge(questionOf({ policy, parts: commands.split(' ').map((one) => shellPart(one)) }));
    expect(found.verdict).toBe(expected);
    expect(found.deciding.map(({ part }) => part.label)).toEqual(deciding);
  });

  test('a call without any part is never allowed', () => {
    const question = questionOf({ policy: { allow: ['*'] }, mode: 'bypass' });
    const empty = { ...question, facts: { kind: 'shell', parts: [] } } as unknown as DecisionInput;
    expect(judge(empty).verdict).toBe('deny');
  });
});

describe('freeze', () => {
  test.each(modes)('denies everything in %s', (mode) => {
    const harmless = shellPart('ls', { readOnly: true, check: { outcome: 'allow', reason: 'read-only' } });
    const asking: Asking = { mode, policy: { allow: ['*'] }, parts: [harmless] };
    expect(verdict({ ...asking, frozen: 'incident 7' })).toBe('deny');
    expect(verdict({ ...asking, frozen: '' })).toBe('deny');
    expect(verdict(asking)).toBe('allow');
  });
});

describe('where nobody can be asked', () => {
  test('an ask becomes a deny, and what asked is what decided', () => {
    const found = judge(
      questionOf({
        policy: { allow: ['Bash(a)'] },
        parts: [shellPart('a'), shellPart('b')],
        interactive: false,
      }),
    );
    expect(found).toMatchObject({ verdict: 'deny', nobodyToAsk: true });
    expect(found.deciding.map(({ part }) => part.label)).toEqual(['b']);
  });

  test.each<[Layer, string]>([
    [{ allow: ['Bash'] }, 'allow'],
    [{ deny: ['Bash'] }, 'deny'],
  ])('%j stays %s', (policy, expected) => {
    expect(judge(questionOf({ policy, interactive: false }))).toMatchObject({
      verdict: expected,
      nobodyToAsk: false,
    });
  });
});

describe('what no rule speaks about', () => {
  test.each<[Asking, string]>([
    [{}, 'ask'],
    [{ policy: { unlisted: 'deny' } }, 'deny'],
    [{ policy: { unlisted: 'deny' }, mode: 'bypass' }, 'allow'],
    [{ policy: { unlisted: 'deny', allow: ['Bash'] } }, 'allow'],
    [{ policy: { unlisted: 'deny', ask: ['Bash'] } }, 'ask'],
    [
      {
        policy: { unlisted: 'deny' },
        parts: [shellPart('x', { check: { outcome: 'ask', reason: 'unsure' } })],
      },
      'deny',
    ],
    [{ policy: [{ unlisted: 'ask' }, { unlisted: 'deny' }] }, 'deny'],
  ])('%j: %s', (asking, expected) => {
    expect(verdict(asking)).toBe(expected);
  });
});

describe('expiry', () => {
  const end = '2026-06-01T00:00:00Z';
  const then = Date.parse(end);
  test.each<[string, Layer, number, string]>([
    ['an allow before its end', { allow: [{ rule: 'Bash', expires: end }] }, then - 1, 'allow'],
    ['an allow at its end', { allow: [{ rule: 'Bash', expires: end }] }, then, 'ask'],
    ['a deny before its end', { deny: [{ rule: 'Bash', expires: end }] }, then - 1, 'deny'],
    ['a deny at its end', { deny: [{ rule: 'Bash', expires: end }] }, then, 'ask'],
    ['an ask before its end', { allow: ['Bash'], ask: [{ rule: 'Bash', expires: end }] }, then - 1, 'ask'],
    ['an ask at its end', { allow: ['Bash'], ask: [{ rule: 'Bash', expires: end }] }, then, 'allow'],
  ])('%s', (_name, policy, now, expected) => {
    expect(verdict({ policy, now })).toBe(expected);
  });
});

describe('layers', () => {
  test.each<[string, readonly Layer[], string]>([
    ['an untrusted allow is inert', [{ layer: 'project', allow: ['Bash'] }], 'ask'],
    ['a trusted project allows', [{ layer: 'project', trusted: true, allow: ['Bash'] }], 'allow'],
    [
      'an untrusted deny applies at once',
      [
        { layer: 'user', allow: ['Bash'] },
        { layer: 'project', deny: ['Bash'] },
      ],
      'deny',
    ],
    [
      'an untrusted ask applies at once',
      [
        { layer: 'user', allow: ['Bash'] },
        { layer: 'project', ask: ['Bash'] },
      ],
      'ask',
    ],
    [
      'a lower deny beats a higher allow',
      [
        { layer: 'managed', allow: ['Bash'] },
        { layer: 'preset', deny: ['Bash'] },
      ],
      'deny',
    ],
    [
      'only managed allow rules count',
      [
        { layer: 'managed', restrict: { onlyManagedAllow: true } },
        { layer: 'user', allow: ['Bash'] },
      ],
      'ask',
    ],
    [
      'a managed allow does count',
      [{ layer: 'managed', allow: ['Bash'], restrict: { onlyManagedAllow: true } }],
      'allow',
    ],
    [
      'a user cannot restrict allow rules',
      [
        { layer: 'user', restrict: { onlyManagedAllow: true } },
        { layer: 'local', allow: ['Bash'] },
      ],
      'allow',
    ],
    [
      'deny and ask count from everywhere, restricted or not',
      [
        { layer: 'managed', allow: ['Bash'], restrict: { onlyManagedAllow: true } },
        { layer: 'user', ask: ['Bash'] },
      ],
      'ask',
    ],
  ])('%s', (_name, policy, expected) => {
    expect(verdict({ policy })).toBe(expected);
  });
});

describe('modes that the managed policy does not permit', () => {
  test.each<[readonly string[], DecisionInput['mode'], object]>([
    [['default', 'explore'], 'explore', { used: 'explore' }],
    [['default', 'explore'], 'bypass', { used: 'default', refused: 'bypass' }],
    [['explore', 'dontAsk'], 'bypass', { used: 'explore', refused: 'bypass' }],
    [['dontAsk'], 'default', { used: 'dontAsk', refused: 'default' }],
  ])('of %j, %s becomes %j', (permitted, mode, used) => {
    const found = judge(questionOf({ mode, policy: { layer: 'managed', restrict: { modes: permitted } } }));
    expect(found.mode).toEqual(used);
  });

  test('the mode that is used decides', () => {
    expect(verdict({ mode: 'bypass', policy: { layer: 'managed', restrict: { modes: ['default'] } } })).toBe(
      'ask',
    );
  });
});

describe('agents', () => {
  const sub: Agent = { name: 'researcher', parents: ['lead', 'main'] };
  test.each<[string, Layer, Agent | undefined, string]>([
    [
      'a rule for an agent allows that agent',
      { allow: [{ rule: 'Bash', agents: ['researcher'] }] },
      { name: 'researcher' },
      'allow',
    ],
    ['and no other', { allow: [{ rule: 'Bash', agents: ['researcher'] }] }, { name: 'writer' }, 'ask'],
    [
      'an agent that nobody named is main',
      { allow: [{ rule: 'Bash', agents: ['main'] }] },
      undefined,
      'allow',
    ],
    [
      'a rule for another agent does not speak for main',
      { allow: [{ rule: 'Bash', agents: ['researcher'] }] },
      undefined,
      'ask',
    ],
    [
      'a trailing star names several',
      { allow: [{ rule: 'Bash', agents: ['res*'] }] },
      { name: 'researcher' },
      'allow',
    ],
    [
      'a star elsewhere is itself',
      { allow: [{ rule: 'Bash', agents: ['r*r'] }] },
      { name: 'researcher' },
      'ask',
    ],
    [
      'a deny for an agent binds it',
      { allow: ['Bash'], deny: [{ rule: 'Bash', agents: ['researcher'] }] },
      { name: 'researcher' },
      'deny',
    ],
    [
      'a deny for an agent does not bind others',
      { allow: ['Bash'], deny: [{ rule: 'Bash', agents: ['researcher'] }] },
      { name: 'writer' },
      'allow',
    ],
    [
      'a deny for a parent binds whom it starts',
      { allow: ['Bash'], deny: [{ rule: 'Bash', agents: ['lead'] }] },
      sub,
      'deny',
    ],
    [
      'an ask for a grandparent binds too',
      { allow: ['Bash'], ask: [{ rule: 'Bash', agents: ['main'] }] },
      sub,
      'ask',
    ],
    ['a rule for everybody allows the whole chain', { allow: ['Bash'] }, sub, 'allow'],
    [
      'the ceiling: an allow for the sub-agent alone is not enough',
      { allow: [{ rule: 'Bash', agents: ['researcher'] }] },
      sub,
      'ask',
    ],
    [
      'the ceiling: an allow for the parents alone is not enough',
      { allow: [{ rule: 'Bash', agents: ['lead', 'main'] }] },
      sub,
      'ask',
    ],
    [
      'the ceiling: one missing parent is enough to ask',
      { allow: [{ rule: 'Bash', agents: ['researcher', 'lead'] }] },
      sub,
      'ask',
    ],
    [
      'each of the chain may have its own rule',
      {
        allow: [
          { rule: 'Bash', agents: ['researcher'] },
          { rule: 'Bash(make)', agents: ['lead', 'main'] },
        ],
      },
      sub,
      'allow',
    ],
    [
      'a named delegation lifts the ceiling',
      { allow: [{ rule: 'Bash', agents: ['researcher'], delegated: true }] },
      sub,
      'allow',
    ],
    [
      'a delegation to another does not',
      { allow: [{ rule: 'Bash', agents: ['lead'], delegated: true }] },
      sub,
      'ask',
    ],
    [
      'a delegation never beats a deny',
      {
        allow: [{ rule: 'Bash', agents: ['researcher'], delegated: true }],
        deny: [{ rule: 'Bash', agents: ['main'] }],
      },
      sub,
      'deny',
    ],
    [
      'a hostile agent name is a name',
      { allow: [{ rule: 'Bash', agents: ['__proto__'] }] },
      { name: '__proto__' },
      'allow',
    ],
  ])('%s', (_name, policy, agent, expected) => {
    expect(verdict({ policy, call: agent === undefined ? {} : { agent } })).toBe(expected);
  });
});

describe('every rule that spoke is in the receipt, counted or not', () => {
  const part = shellPart('git push');
  test.each<[string, Asking, readonly object[]]>([
    ['what did not match is not', { policy: { deny: ['Bash(rm:*)'], allow: ['Read'] }, parts: [part] }, []],
    [
      'deny, ask and allow, in that order',
      { policy: { allow: ['Bash'], ask: ['Bash(git:*)'], deny: ['Bash(git push:*)'] }, parts: [part] },
      [
        { rule: { text: 'Bash(git push:*)', verdict: 'deny', layer: 'flags' }, match: 'yes' },
        { rule: { text: 'Bash(git:*)', verdict: 'ask' }, match: 'yes' },
        { rule: { text: 'Bash', verdict: 'allow' }, match: 'yes' },
      ],
    ],
    [
      'a deny that may match',
      { policy: { deny: ['Bash(git push:*)'] }, parts: [shellPart('git $X')] },
      [{ match: 'may' }],
    ],
    [
      'an expired deny',
      { policy: { deny: [{ rule: 'Bash', expires: '1970-01-01' }] } },
      [{ inert: 'it has expired' }],
    ],
    [
      'an expired allow',
      { policy: { allow: [{ rule: 'Bash', expires: '1970-01-01' }] } },
      [{ inert: 'it has expired' }],
    ],
    [
      'a deny for others',
      { policy: { deny: [{ rule: 'Bash', agents: ['x'] }] } },
      [{ inert: 'it names other agents' }],
    ],
    [
      'an allow for others',
      { policy: { allow: [{ rule: 'Bash', agents: ['x'] }] } },
      [{ inert: 'it names other agents' }],
    ],
    [
      'an untrusted allow',
      { policy: { layer: 'project', allow: ['Bash'] } },
      [{ inert: 'its layer is not trusted yet' }],
    ],
    [
      'an allow that is not managed',
      { policy: [{ layer: 'managed', restrict: { onlyManagedAllow: true } }, { allow: ['Bash'] }] },
      [{ inert: 'only managed allow rules count' }],
    ],
    [
      'an allow above the ceiling',
      {
        policy: { allow: [{ rule: 'Bash', agents: ['sub'] }] },
        call: { agent: { name: 'sub', parents: ['main'] } },
      },
      [{ inert: 'it does not allow the agents that started this one' }],
    ],
    [
      'a grant',
      { grants: [grantOf({ rules: ['Bash'], answers: [{ because: 'no-rule' }] })] },
      [{ rule: { text: 'Bash', grant: 'g', layer: 'session' }, match: 'yes' }],
    ],
    [
      'a grant for the exact call',
      { grants: [grantOf({ callKey: 'this call', answers: [] })] },
      [{ rule: { text: 'this exact call', key: 'g', verdict: 'allow', grant: 'g', layer: 'session' } }],
    ],
  ])('%s', (_name, asking, contributions) => {
    const [judgement] = judge(questionOf(asking)).judgements;
    expect(judgement?.matched.contributions).toHaveLength(contributions.length);
    expect(judgement?.matched.contributions).toMatchObject(contributions);
  });

  test('what counted carries no reason why it should not', () => {
    const [judgement] = judge(questionOf({ policy: { allow: ['Bash'] } })).judgements;
    expect(judgement?.matched.contributions[0]).not.toHaveProperty('inert');
  });

  test('a reference carries file, line and words where the rule has them, and nothing where it does not', () => {
    const [judgement] = judge(
      questionOf({
        policy: [
          {
            layer: 'user',
            file: 'u.yaml',
            lines: { deny: [4] },
            deny: [{ rule: 'Bash', message: 'm', guidance: 'g' }],
          },
        ],
      }),
    ).judgements;
    expect(judgement?.determining).toEqual([
      {
        key: expect.any(String),
        verdict: 'deny',
        text: 'Bash',
        layer: 'user',
        file: 'u.yaml',
        line: 4,
        message: 'm',
        guidance: 'g',
      },
    ]);
    const [plain] = judge(questionOf({ policy: { deny: ['Bash'] } })).judgements;
    expect(plain?.determining).toEqual([
      { key: expect.any(String), verdict: 'deny', text: 'Bash', layer: 'flags' },
    ]);
  });
});

function texts(asking: Asking): readonly string[] {
  return judge(questionOf(asking)).deciding.flatMap(({ determining }) => determining.map(({ text }) => text));
}

describe('what decided', () => {
  test.each<[string, Asking, readonly string[]]>([
    [
      'all denies that match',
      { policy: { deny: ['Bash', 'Bash(make)', 'Bash(rm:*)'] } },
      ['Bash', 'Bash(make)'],
    ],
    [
      'asks that match before asks that may',
      { policy: { ask: ['Bash(rm:*)', 'Bash'] }, parts: [shellPart('$X')] },
      ['Bash', 'Bash(rm:*)'],
    ],
    ['allow rules', { policy: { allow: ['Bash', 'Read', 'Bash(make)'] } }, ['Bash', 'Bash(make)']],
    [
      'no rule where the tool did',
      { policy: { allow: ['Bash'] }, parts: [shellPart('x', { check: { outcome: 'allow', reason: 'r' } })] },
      [],
    ],
    ['no rule where the mode did', { policy: { allow: ['Bash'] }, mode: 'bypass' }, []],
  ])('%s', (_name, asking, expected) => {
    expect([...texts(asking)].toSorted()).toEqual([...expected].toSorted());
  });

  test.each<[string, Asking, readonly object[]]>([
    ['no rule', {}, [{ because: 'no-rule' }]],
    [
      'the tool',
      { parts: [shellPart('x', { check: { outcome: 'ask', reason: 'r' } })] },
      [{ because: 'tool-asks' }],
    ],
    [
      'a danger',
      { parts: [shellPart('x', { check: { outcome: 'safety', code: 'c', reason: 'r' } })] },
      [{ because: 'safety', code: 'c' }],
    ],
    [
      'an ask rule',
      { policy: { ask: ['Bash'] } },
      [{ because: 'ask-rule', rule: expect.stringContaining('Bash') }],
    ],
    [
      'a deny that may match',
      { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')] },
      [{ because: 'deny-may-match', rule: expect.stringContaining('rm') }],
    ],
    ['nothing where it is allowed', { policy: { allow: ['Bash'] } }, []],
    ['nothing where it is denied', { policy: { ask: ['Bash'] }, mode: 'dontAsk' }, []],
  ])('what would have to be answered: %s', (_name, asking, asks) => {
    expect(judge(questionOf(asking)).judgements[0]?.asks).toEqual(asks);
  });

  test('of several asks, those still open', () => {
    const question = questionOf({ policy: { ask: ['Bash', 'Bash(make)'] } });
    const [first, second] = question.policy.rules;
    const grants = [
      grantOf({ callKey: 'this call', answers: [{ because: 'ask-rule', rule: first?.key ?? '' }] }),
    ];
    const [judgement] = judge({ ...question, grants }).judgements;
    expect(judgement?.asks).toEqual([{ because: 'ask-rule', rule: second?.key }]);
    expect(judgement?.determining.map(({ text }) => text)).toEqual(['Bash(make)']);
  });
});

test('an edit inside a working directory passes in acceptEdits alone', () => {
  const edit = partOf({ kind: 'write', insideEdit: true });
  const verdicts = modes.map((mode) => `${mode} ${verdict({ mode, parts: [edit] })}`);
  expect(verdicts).toEqual([
    'default ask',
    'acceptEdits allow',
    'explore deny',
    'bypass allow',
    'dontAsk deny',
  ]);
});

describe('what a person would have to answer is put at once', () => {
  const danger = { outcome: 'safety', code: 'c', reason: 'r' } as const;
  const because = (asking: Asking): readonly string[] =>
    judge(questionOf(asking)).judgements.flatMap(({ asks }) => asks.map((ask) => ask.because));
  test.each<[string, Asking, readonly string[]]>([
    [
      'an ask rule and a danger',
      { policy: { ask: ['Bash'] }, parts: [shellPart('x', { check: danger })] },
      ['ask-rule', 'safety'],
    ],
    [
      'a deny that may match and an ask rule',
      { policy: { deny: ['Bash(rm:*)'], ask: ['Bash'] }, parts: [shellPart('$X')] },
      ['deny-may-match', 'ask-rule'],
    ],
    ['an ask rule, but not that no rule allows it', { policy: { ask: ['Bash'] } }, ['ask-rule']],
    [
      'not what the mode does not ask about',
      { policy: { ask: ['Bash'] }, parts: [shellPart('x', { check: danger })], mode: 'explore' },
      ['ask-rule'],
    ],
    ['nothing where a deny decides', { policy: { deny: ['Bash'], ask: ['Bash'] } }, []],
    ['nothing where an allow decides', { policy: { allow: ['Bash'] } }, []],
  ])('%s', (_name, asking, expected) => {
    expect(because(asking)).toEqual(expected);
  });
});

describe('an answered ask', () => {
  /** Approving every ask of the policy for this exact call. */
  function answered(asking: Asking): ReturnType<typeof judge> {
    const question = questionOf(asking);
    const answers = question.policy.rules.map(({ key }) => ({ because: 'ask-rule' as const, rule: key }));
    return judge({
      ...question,
      grants: [grantOf({ givenIn: question.mode, callKey: 'this call', answers })],
    });
  }

  test('is what allows where only the mode would refuse', () => {
    expect(answered({ policy: { ask: ['Bash'] }, mode: 'explore' }).judgements[0]).toMatchObject({
      verdict: 'allow',
      step: 'allowRule',
      determining: [{ text: 'this exact call', grant: 'g' }],
      asks: [],
    });
    expect(
      answered({ policy: { ask: ['Bash'], allow: ['Bash'] }, mode: 'explore' }).judgements[0]?.determining,
    ).toHaveLength(1);
  });

  test('leaves what the mode would allow to the mode', () => {
    expect(answered({ policy: { ask: ['Bash'] }, mode: 'bypass' }).judgements[0]).toMatchObject({
      step: 'otherwise',
      determining: [],
    });
    const reading = shellPart('ls', { readOnly: true });
    expect(
      answered({ policy: { ask: ['Bash'] }, parts: [reading], mode: 'explore' }).judgements[0],
    ).toMatchObject({ step: 'readOnly' });
  });

  test('still names its rule where the mode denies', () => {
    expect(answered({ policy: { ask: ['Bash'] }, mode: 'dontAsk' }).judgements[0]).toMatchObject({
      verdict: 'deny',
      determining: [{ text: 'Bash', verdict: 'ask' }],
    });
  });

  test('needs the grant that answers it to be the one that covers', () => {
    const question = questionOf({ policy: { ask: ['Bash'] } });
    const rule = question.policy.rules[0]?.key ?? '';
    const grants = [
      grantOf({ id: 'answers', rules: ['Bash(ls)'], answers: [{ because: 'ask-rule', rule }] }),
      grantOf({ id: 'covers', rules: ['Bash'], answers: [{ because: 'no-rule' }] }),
    ];
    expect(judge({ ...question, grants }).verdict).toBe('ask');
  });
});

test('where the policy denies what is not listed, a tool that finds itself harmless is not listed', () => {
  const harmless = shellPart('ls', { check: { outcome: 'allow', reason: 'reads' } });
  expect(verdict({ policy: { unlisted: 'deny' }, parts: [harmless] })).toBe('deny');
  expect(verdict({ policy: { unlisted: 'deny', allow: ['Bash'] }, parts: [harmless] })).toBe('allow');
  expect(verdict({ policy: {}, parts: [harmless] })).toBe('allow');
});

test('one rule that hands a thing over is enough, whatever stands beside it', () => {
  const agent: Agent = { name: 'sub', parents: ['main'] };
  const allow = [
    { rule: 'Bash', agents: ['sub'] },
    { rule: 'Bash(make)', agents: ['sub'], delegated: true },
  ];
  expect(verdict({ policy: { allow }, call: { agent } })).toBe('allow');
});

test('rules that share a word with the part but do not match are not in the receipt', () => {
  const policy: Layer = { allow: ['Bash(git pull)'], ask: ['Bash(git pull)'], deny: ['Bash(git pull)'] };
  const [judgement] = judge(questionOf({ policy, parts: [shellPart('git push')] })).judgements;
  expect(judgement?.matched.contributions).toEqual([]);
  expect(judgement?.verdict).toBe('ask');
});

test('a reference holds no field that its rule does not have', () => {
  const [judgement] = judge(questionOf({ policy: { deny: ['Bash'] } })).judgements;
  expect(Object.keys(judgement?.determining[0] ?? {})).toEqual(['key', 'verdict', 'text', 'layer']);
  const [conditional] = judge(
    questionOf({ policy: { deny: [{ rule: 'Bash', when: { a: 1 } }] }, call: { input: { a: 1 } } }),
  ).judgements;
  expect(conditional?.determining[0]?.when).toEqual({ a: { equals: 1 } });
});
