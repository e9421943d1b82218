import { describe, expect, test } from 'vitest';
import { grantOf, questionOf, shellPart, type Asking } from '../../test/question-of.ts';
import { partOf } from '../../test/part-of.ts';
import { plainShell } from '../../test/plain-shell.ts';
import type { Tool } from '../facts/tool.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';

const silent: Tool = { ...plainShell(), offer: () => [] };

function decided(asking: Asking, tool: Tool = silent): Decision {
  return decide(questionOf(asking), tool);
}

describe('in words: why, for the person, and what to do instead, for the model', () => {
  const told = 'Do not retry it in another form. Continue without it, or tell the user what you need.';
  test.each<[string, Asking, { reason: string; message: string; guidance?: string }]>([
    [
      'frozen',
      { frozen: 'incident 7' },
      {
        reason: 'everything is frozen: incident 7',
        message: 'Denied: everything is frozen: incident 7.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'a deny rule with its place',
      {
        policy: {
          layer: 'project',
          file: '.permesso/policy.yaml',
          lines: { deny: [7] },
          deny: ['Bash(make:*)'],
        },
      },
      {
        reason: 'Bash(make:*) (project, .permesso/policy.yaml:7) denies it',
        message:
          'Denied: `make` runs unknown code. Bash(make:*) (project, .permesso/policy.yaml:7) denies it.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'a deny rule with a file and no line',
      { policy: { layer: 'user', file: 'u.yaml', deny: ['Bash'] } },
      {
        reason: 'Bash (user, u.yaml) denies it',
        message: 'Denied: `make` runs unknown code. Bash (user, u.yaml) denies it.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'a deny rule with words of its own',
      { policy: { deny: [{ rule: 'Bash', message: 'Not on Fridays.', guidance: 'Wait until Monday.' }] } },
      {
        reason: 'Bash denies it',
        message: 'Denied: `make` runs unknown code. Not on Fridays. Bash denies it.',
        guidance: 'Wait until Monday.',
      },
    ],
    [
      'a deny that may match, with the doubt',
      { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X', { doubts: ['value of $X', 'more'] })] },
      {
        reason: 'Bash(rm:*) may match it (value of $X)',
        message:
          'Asking: runs the command that `$X` holds, which is known only at run time. Bash(rm:*) may match it.',
        guidance: '`$X` is waiting for approval.',
      },
    ],
    [
      'a deny that may match, without a doubt',
      { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')], mode: 'explore' },
      {
        reason: 'Bash(rm:*) may match it',
        message:
          'Denied: runs the command that `$X` holds, which is known only at run time. Bash(rm:*) may match it.',
        guidance: `\`$X\` is denied by policy. ${told}`,
      },
    ],
    [
      'an ask rule',
      { policy: { ask: [{ rule: 'Bash', message: 'Publishes your work.' }] } },
      {
        reason: 'Bash asks about it',
        message: 'Asking: `make` runs unknown code. Publishes your work. Bash asks about it.',
        guidance: '`make` is waiting for approval.',
      },
    ],
    [
      'an ask rule with guidance',
      { policy: { ask: [{ rule: 'Bash', guidance: 'Say why first.' }] } },
      {
        reason: 'Bash asks about it',
        message: 'Asking: `make` runs unknown code. Bash asks about it.',
        guidance: 'Say why first.',
      },
    ],
    [
      'an ask where nobody can be asked',
      { policy: { ask: ['Bash'] }, interactive: false },
      {
        reason: 'Bash asks about it',
        message:
          'Denied: `make` runs unknown code. Bash asks about it. This needs approval, and nobody is available to give it.',
        guidance:
          '`make` needs approval, and nobody is available to give it. Do not retry it in another form. Continue without it, or ask the user.',
      },
    ],
    [
      'read-only',
      { parts: [partOf({ readOnly: true })], mode: 'explore' },
      {
        reason: 'it only reads',
        message: 'Allowed: `a part` only reads.',
      },
    ],
    [
      'not read-only in explore',
      { mode: 'explore' },
      {
        reason: 'it is not read-only, and the mode is explore',
        message: 'Denied: `make` runs unknown code. It is not read-only, and the mode is explore.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      "the tool's own allow",
      { parts: [shellPart('ls', { check: { outcome: 'allow', reason: 'ls only reads' } })] },
      { reason: 'ls only reads', message: 'Allowed `ls`: ls only reads.' },
    ],
    [
      "the tool's own deny",
      { parts: [shellPart('x', { check: { outcome: 'deny', reason: 'x is broken' } })] },
      {
        reason: 'x is broken',
        message: 'Denied `x`: x is broken.',
        guidance: `\`x\` is denied by policy. ${told}`,
      },
    ],
    [
      'a danger',
      { parts: [shellPart('x', { check: { outcome: 'safety', code: 'c', reason: 'it is a key' } })] },
      {
        reason: 'it is a key',
        message: 'Asking: `x` runs unknown code. It is a key.',
        guidance: '`x` is waiting for approval.',
      },
    ],
    [
      'the tool asks',
      { parts: [shellPart('x', { check: { outcome: 'ask', reason: 'it is unsure' } })] },
      {
        reason: 'it is unsure',
        message: 'Asking: `x` runs unknown code. It is unsure.',
        guidance: '`x` is waiting for approval.',
      },
    ],
    [
      'the tool asks in dontAsk',
      { parts: [shellPart('x', { check: { outcome: 'ask', reason: 'it is unsure' } })], mode: 'dontAsk' },
      {
        reason: 'it is unsure',
        message: 'Denied `x`: it is unsure.',
        guidance: `\`x\` is denied by policy. ${told}`,
      },
    ],
    [
      'an edit',
      { parts: [partOf({ insideEdit: true })], mode: 'acceptEdits' },
      {
        reason: 'it edits only inside a working directory',
        message: 'Allowed: `a part` edits only inside a working directory.',
      },
    ],
    [
      'an allow rule, whose words are for the person',
      { policy: { allow: [{ rule: 'Bash', message: 'Fine.', guidance: 'unused' }] } },
      { reason: 'Bash allows it', message: 'Allowed: Bash allows `make`. Fine.' },
    ],
    [
      'a grant',
      { grants: [grantOf({ rules: ['Bash'], answers: [{ because: 'no-rule' }] })] },
      { reason: 'Bash (granted) allows it', message: 'Allowed: Bash (granted) allows `make`.' },
    ],
    ['bypass', { mode: 'bypass' }, { reason: 'the mode is bypass', message: 'Allowed: the mode is bypass.' }],
    [
      'no rule',
      {},
      {
        reason: 'no rule allows it',
        message: 'Asking: `make` runs unknown code. No rule allows it.',
        guidance: '`make` is waiting for approval.',
      },
    ],
    [
      'no rule, with a doubt',
      { parts: [shellPart('make', { doubts: ['no idea'] })] },
      {
        reason: 'no rule allows it (no idea)',
        message: 'Asking: `make` may have other effects: no idea. No rule allows it.',
        guidance: '`make` is waiting for approval.',
      },
    ],
    [
      'no rule in dontAsk',
      { mode: 'dontAsk' },
      {
        reason: 'no rule allows it, and the mode is dontAsk',
        message: 'Denied: `make` runs unknown code. No rule allows it, and the mode is dontAsk.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'an allow that is inert',
      { policy: { layer: 'project', allow: ['Bash'], deny: [{ rule: 'Bash', expires: '1970-01-01' }] } },
      {
        reason: 'Bash (project) would allow it, but its layer is not trusted yet',
        message:
          'Asking: `make` runs unknown code. Bash (project) would allow it, but its layer is not trusted yet.',
        guidance: '`make` is waiting for approval.',
      },
    ],
    [
      'three rules',
      { policy: { deny: ['Bash', 'Bash(make)', 'Bash(make:*)'] } },
      {
        reason: 'Bash, Bash(make), Bash(make:*) deny it',
        message: 'Denied: `make` runs unknown code. Bash, Bash(make), Bash(make:*) deny it.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'more than three rules',
      {
        policy: {
          deny: [
            'Bash',
            'Bash(make)',
            'Bash(make:*)',
            'WebFetch',
            { rule: 'Bash(make)', agents: ['main'] },
            { rule: 'Bash', agents: ['main'] },
          ],
        },
      },
      {
        reason: 'Bash, Bash, Bash(make) and 2 more deny it',
        message: 'Denied: `make` runs unknown code. Bash, Bash, Bash(make) and 2 more deny it.',
        guidance: `\`make\` is denied by policy. ${told}`,
      },
    ],
    [
      'several parts: of those that decided alike, the first is named',
      {
        policy: { allow: ['Bash(a)'], deny: ['Bash(b)', 'Bash(c)'] },
        parts: [shellPart('a'), shellPart('b'), shellPart('c')],
      },
      {
        reason: 'Bash(a) allows it',
        message: 'Denied: `b` runs unknown code. Bash(b) denies it.',
        guidance: `\`b\` is denied by policy. ${told}`,
      },
    ],
    [
      'several parts: the worst that decided is named first',
      {
        policy: { deny: ['Bash(b)', 'Bash(c)'] },
        parts: [
          shellPart('b', { effects: [{ effect: 'fetch' }] }),
          shellPart('c', { effects: [{ effect: 'pay' }] }),
        ],
      },
      {
        reason: 'Bash(b) denies it',
        message: 'Denied: `c` spends or moves money. Bash(c) denies it.',
        guidance: `\`b\` is denied by policy. ${told}`,
      },
    ],
  ])('%s', (_name, asking, { reason, message, guidance }) => {
    const decision = decided(asking);
    expect(decision.receipt.parts[0]?.reason).toBe(reason);
    expect(decision.message).toBe(message);
    expect(decision.guidance).toBe(guidance);
    expect('guidance' in decision).toBe(guidance !== undefined);
  });
});

describe('what would change it', () => {
  test.each<[string, Asking, readonly string[]]>([
    ['an allow: nothing', { policy: { allow: ['Bash'] } }, []],
    ['frozen', { frozen: 'x' }, ['end the freeze with `permesso thaw`']],
    [
      'denies',
      { policy: { deny: ['Bash', 'Bash(make)'] } },
      ['change or remove Bash', 'change or remove Bash(make)'],
    ],
    [
      'a rule of the team, whose signed copy nobody should edit',
      { policy: { layer: 'team', file: '~/.local/state/permesso/team/policy.yaml', deny: ['Bash'] } },
      ["ask an author of the team's policy to change Bash"],
    ],
    [
      'a deny that may match',
      { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')] },
      ['rewrite the call so that it can be analysed'],
    ],
    ['an ask', { policy: { ask: ['Bash'] } }, ['approve it', 'change or remove Bash']],
    ['an ask in dontAsk', { policy: { ask: ['Bash'] }, mode: 'dontAsk' }, ['use a mode other than dontAsk']],
    [
      'a danger',
      { parts: [shellPart('x', { check: { outcome: 'safety', code: 'c', reason: 'r' } })] },
      ['approve this exact call, once or for the session'],
    ],
    [
      'a danger in dontAsk',
      { parts: [shellPart('x', { check: { outcome: 'safety', code: 'c', reason: 'r' } })], mode: 'dontAsk' },
      ['use a mode other than dontAsk'],
    ],
    [
      'the tool asks in dontAsk',
      { parts: [shellPart('x', { check: { outcome: 'ask', reason: 'r' } })], mode: 'dontAsk' },
      ['use a mode other than dontAsk'],
    ],
    [
      "the tool's own deny",
      { parts: [shellPart('x', { check: { outcome: 'deny', reason: 'too big' } })] },
      ['nothing: the tool itself denies it (too big)'],
    ],
    ['no rule', {}, ['add an allow rule that covers `make`']],
    ['no rule in dontAsk', { mode: 'dontAsk' }, ['add an allow rule that covers `make`']],
    ['explore', { mode: 'explore' }, ['use a mode other than explore']],
    [
      'an inert allow',
      { policy: { layer: 'project', allow: ['Bash'] } },
      [
        'Bash (project) would allow it, but its layer is not trusted yet',
        'add an allow rule that covers `make`',
      ],
    ],
    [
      'nobody to ask',
      { interactive: false },
      ['add an allow rule that covers `make`', 'run it where somebody can approve it'],
    ],
    [
      'two parts with one reason: said once',
      { policy: { ask: ['Bash'] }, parts: [shellPart('a'), shellPart('b')] },
      ['approve it', 'change or remove Bash'],
    ],
    [
      'the parts that did not decide are left out',
      { policy: { deny: ['Bash(a)'] }, parts: [shellPart('a'), shellPart('b')] },
      ['change or remove Bash(a)'],
    ],
  ])('%s', (_name, asking, changes) => {
    expect([...decided(asking).receipt.changes].toSorted()).toEqual([...changes].toSorted());
  });

  test('a rule that would let it through comes first', () => {
    const { receipt } = decided(
      { policy: { ask: ['Bash(x)'] }, call: { input: { command: 'make' } } },
      plainShell(),
    );
    expect(receipt.changes[0]).toBe('add the allow rule Bash(make)');
    const tool: Tool = { ...silent, offer: () => [{ rules: ['Bash(a)', 'Bash(b)'], covers: 'both' }] };
    expect(decided({ parts: [shellPart('a'), shellPart('b')] }, tool).receipt.changes[0]).toBe(
      'add the allow rules Bash(a) and Bash(b)',
    );
  });
});

describe('the receipt', () => {
  test('holds mode, parts with spans and doubts, and what determined, each once', () => {
    const span = { start: 3, end: 7 };
    const { receipt, verdict } = decided({
      policy: { ask: ['Bash(git push:*)'] },
      parts: [shellPart('git push', { span, doubts: ['d'] }), shellPart('git push -f')],
    });
    expect(verdict).toBe('ask');
    expect(receipt.mode).toEqual({ used: 'default' });
    expect(receipt.parts[0]).toEqual({
      label: 'git push',
      span,
      verdict: 'ask',
      step: 'ask',
      reason: 'Bash(git push:*) asks about it',
      contributions: [{ rule: expect.objectContaining({ text: 'Bash(git push:*)' }), match: 'yes' }],
      asks: [{ because: 'ask-rule', rule: receipt.determining[0]?.key }],
      doubts: ['d'],
    });
    expect(receipt.parts[1]).not.toHaveProperty('span');
    expect(receipt.determining).toHaveLength(1);
    expect(receipt.errors).toEqual([]);
    expect(receipt).not.toHaveProperty('nobodyToAsk');
  });

  test.each(['default', 'acceptEdits', 'dontAsk'] as const)(
    'says in the mode %s that what no rule lists is denied, not what the tool thinks of it',
    (mode) => {
      const harmless = { ...shellPart('ls'), check: { outcome: 'allow', reason: 'read-only' } as const };
      for (const part of [harmless, shellPart('make')])
        expect(decided({ mode, policy: { unlisted: 'deny' }, parts: [part] }).receipt.parts).toMatchObject([
          { verdict: 'deny', reason: 'no rule lists it, and the policy says `unlisted: deny`' },
        ]);
    },
  );

  test('says when nobody could be asked', () => {
    expect(decided({ interactive: false }).receipt.nobodyToAsk).toBe(true);
    expect(decided({ mode: 'dontAsk', interactive: false }).receipt).not.toHaveProperty('nobodyToAsk');
  });

  test('tells a rule from the same rule in a grant', () => {
    const { receipt } = decided({
      policy: { layer: 'session', root: '/', allow: ['Bash'] },
      grants: [grantOf({ rules: ['Bash'], answers: [] })],
    });
    expect(receipt.determining.map(({ text, grant }) => [text, grant])).toEqual([
      ['Bash', undefined],
      ['Bash', 'g'],
    ]);
  });

  test('is plain data', () => {
    const decision = decided({
      policy: { ask: ['Bash'], deny: ['Bash(rm:*)'] },
      parts: [shellPart('$X'), shellPart('x')],
    });
    expect(structuredClone(decision)).toEqual(decision);
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
  });
});

describe('words of one rule among several', () => {
  test('the first that has any is matched', () => {
    const decision = decided({
      policy: { deny: ['Bash', { rule: 'Bash(make)', message: 'Mine.', guidance: 'Use just.' }] },
    });
    expect(decision.message).toContain(' Mine. ');
    expect(decision.guidance).toBe('Use just.');
  });

  test('a rule that only may match has nothing sure to tell the model', () => {
    const policy = {
      deny: [{ rule: 'Bash(rm:*)', guidance: 'Use trash.' }],
      ask: [{ rule: 'Bash(b)', guidance: 'Enter a reason.' }],
    };
    expect(decided({ policy, parts: [shellPart('$X')] }).guidance).toBe('`$X` is waiting for approval.');
    expect(decided({ policy, parts: [shellPart('b'), shellPart('$X')] }).guidance).toBe(
      '`b` is waiting for approval.',
    );
    expect(decided({ policy, parts: [shellPart('b')] }).guidance).toBe('Enter a reason.');
    expect(decided({ policy, parts: [shellPart('rm x')] }).guidance).toBe('Use trash.');
  });

  test('a condition is part of the rule', () => {
    const decision = decided({
      policy: { deny: [{ rule: 'Bash', when: { a: 1 } }] },
      call: { input: { a: 1 } },
    });
    expect(decision.message).toBe('Denied: `make` runs unknown code. Bash when a = 1 denies it.');
  });
});

test('two grants with the same rule are two reasons', () => {
  const grants = ['g1', 'g2'].map((id) => grantOf({ id, rules: ['Bash'], answers: [] }));
  expect(decided({ grants }).receipt.determining.map(({ grant }) => grant)).toEqual(['g1', 'g2']);
});

test('a call without parts is denied in words that do not fail', () => {
  const question = questionOf({ policy: { allow: ['*'] } });
  const empty = { ...question, facts: { kind: 'shell', parts: [] } } as unknown as typeof question;
  const decision = decide(empty, silent);
  expect(decision).toMatchObject({
    verdict: 'deny',
    message: '',
    receipt: { parts: [], determining: [], changes: [] },
  });
  expect(decision.guidance).toMatch(/^`this call` is denied by policy\./);
});

describe('what would change it, beside an offer', () => {
  test.each<[string, Asking, readonly string[]]>([
    ['no rule: the offer is all that is needed', {}, ['add the allow rule Bash']],
    [
      'an ask rule is answered by a person, not by an allow rule beside it',
      { policy: { ask: ['Bash(make)'] } },
      ['approve it', 'change or remove Bash(make)'],
    ],
    [
      'of two parts, one asked by a rule',
      { policy: { ask: ['Bash(a)'] }, parts: [shellPart('a'), shellPart('b')] },
      ['approve it', 'change or remove Bash(a)'],
    ],
  ])('%s', (_name, asking, changes) => {
    const tool: Tool = { ...silent, offer: () => [{ rules: ['Bash'], covers: 'all' }] };
    expect(decided(asking, tool).receipt.changes).toEqual(changes);
  });

  test('what is not known has no words that a rule could name', () => {
    const unread = [
      'rewrite the call so that it can be analysed',
      'approve it: no command rule covers words that are not known',
    ];
    expect(decided({ parts: [shellPart('$X')] }).receipt.changes).toEqual(unread);
    expect(decided({ parts: [shellPart('')] }).receipt.changes).toEqual(unread);
    expect(decided({ parts: [partOf({ label: 'x' })] }).receipt.changes).toEqual([
      'add an allow rule that covers `x`',
    ]);
  });

  test('only what does not count is said not to count', () => {
    const policy = { allow: ['Bash'], deny: [{ rule: 'Bash', expires: '1970-01-01' }] };
    expect(decided({ policy, mode: 'explore' }).receipt.changes).toEqual(['use a mode other than explore']);
    expect(decided({ policy: { deny: [{ rule: 'Bash', expires: '1970-01-01' }] } }).receipt.changes).toEqual([
      'add an allow rule that covers `make`',
    ]);
  });
});
