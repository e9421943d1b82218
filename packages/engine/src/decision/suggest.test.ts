import { describe, expect, test } from 'vitest';
import { grantOf as givenGrant, questionOf, shellPart, type Asking } from '../../test/question-of.ts';
import { plainShell } from '../../test/plain-shell.ts';
import { secretShapes } from '../facts/secrets/secrets.ts';
import type { Offer, Tool } from '../facts/tool.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { judge } from './judge.ts';
import { grantOf } from './suggest.ts';

function offering(...rungs: readonly (readonly string[])[]): Tool {
  return { ...plainShell(), offer: () => rungs.map((rules): Offer => ({ rules, covers: rules.join() })) };
}

function offered(asking: Asking, tool: Tool): readonly string[] {
  return decide(questionOf(asking), tool).suggestions.map(({ rules }) => rules.join(' + '));
}

const ladder = offering(['Bash(make)'], ['Bash(make:*)'], ['Bash']);

describe('the ladder', () => {
  test('keeps its order, narrow to wide, with what each rung covers', () => {
    const { suggestions } = decide(questionOf(), ladder);
    expect(suggestions).toEqual([
      { rules: ['Bash(make)'], covers: 'Bash(make)' },
      { rules: ['Bash(make:*)'], covers: 'Bash(make:*)' },
      { rules: ['Bash'], covers: 'Bash' },
    ]);
  });

  test('nothing but rules and words is passed on', () => {
    const tool: Tool = {
      ...ladder,
      offer: () => [{ rules: ['Bash'], covers: 'all', secretly: 'more' } as Offer],
    };
    expect(decide(questionOf(), tool).suggestions).toEqual([{ rules: ['Bash'], covers: 'all' }]);
  });

  test('the tool is told which parts need a rule, in which world', () => {
    const seen: unknown[] = [];
    const tool: Tool = {
      ...ladder,
      offer: (call, parts, world) => {
        seen.push(
          call.tool,
          parts.map(({ label }) => label),
          world.cwd,
        );
        return [];
      },
    };
    decide(questionOf({ policy: { allow: ['Bash(a)'] }, parts: [shellPart('a'), shellPart('b')] }), tool);
    expect(seen).toEqual(['Bash', ['b'], '/home/dev/project']);
  });
});

describe('the round trip: only what would let this call through is offered', () => {
  test.each<[string, Asking, Tool, readonly string[]]>([
    ['a rule about something else', {}, offering(['Read'], ['Bash(make)']), ['Bash(make)']],
    ['a rule that cannot be read', {}, offering(['Bash('], ['Bash(make)']), ['Bash(make)']],
    ['one of two that cannot be read', {}, offering(['Bash', 'Bash(']), []],
    ['no rule', {}, offering([]), []],
    [
      'a rule for each part',
      { parts: [shellPart('a'), shellPart('b')] },
      offering(['Bash(a)'], ['Bash(a)', 'Bash(b)']),
      ['Bash(a) + Bash(b)'],
    ],
    [
      'an ask rule, answered',
      { policy: { ask: ['Bash(make)'] } },
      ladder,
      ['Bash(make)', 'Bash(make:*)', 'Bash'],
    ],
    [
      'the tool asks',
      { parts: [shellPart('make', { check: { outcome: 'ask', reason: 'r' } })] },
      ladder,
      ['Bash(make)', 'Bash(make:*)', 'Bash'],
    ],
    [
      'where nobody can be asked, the missing rule is named',
      { interactive: false },
      ladder,
      ['Bash(make)', 'Bash(make:*)', 'Bash'],
    ],
    ['an allow', { policy: { allow: ['Bash'] } }, ladder, []],
    ['a deny', { policy: { deny: ['Bash'] } }, ladder, []],
    [
      'dontAsk: the missing rule is named',
      { mode: 'dontAsk' },
      ladder,
      ['Bash(make)', 'Bash(make:*)', 'Bash'],
    ],
    [
      'unlisted is denied: the missing rule is named',
      { policy: { unlisted: 'deny' } },
      ladder,
      ['Bash(make)', 'Bash(make:*)', 'Bash'],
    ],
    [
      'unlisted is denied, and an ask rule asks',
      { policy: { ask: ['Bash(make)'] }, mode: 'dontAsk' },
      ladder,
      [],
    ],
    ['frozen', { frozen: 'x' }, ladder, []],
    [
      'a danger',
      { parts: [shellPart('make', { check: { outcome: 'safety', code: 'c', reason: 'r' } })] },
      ladder,
      [],
    ],
    [
      'a danger in one of two parts',
      {
        parts: [shellPart('make', { check: { outcome: 'safety', code: 'c', reason: 'r' } }), shellPart('x')],
      },
      ladder,
      [],
    ],
    ['a deny that may match', { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')] }, ladder, []],
    [
      'where only managed rules count, none would stick',
      { policy: { layer: 'managed', restrict: { onlyManagedAllow: true } } },
      ladder,
      [],
    ],
    [
      'grants that are there already count',
      {
        parts: [shellPart('a'), shellPart('b')],
        grants: [givenGrant({ rules: ['Bash(a)'], answers: [{ because: 'no-rule' }] })],
      },
      offering(['Bash(b)']),
      ['Bash(b)'],
    ],
  ])('%s', (_name, asking, tool, expected) => {
    expect(offered(asking, tool)).toEqual(expected);
  });

  test('accepting an offer allows the same call', () => {
    const question = questionOf({ policy: { ask: ['Bash(make)', 'Bash(m*)'] } });
    const { suggestions, receipt } = decide(question, ladder);
    expect(suggestions).toHaveLength(3);
    for (const { rules } of suggestions) {
      const grant = grantOf(rules, { asks: receipt.parts.flatMap(({ asks }) => asks), mode: 'default' });
      expect(judge({ ...question, grants: grant === undefined ? [] : [grant] }).verdict).toBe('allow');
    }
  });
});

/** What makes `deploy(...)` a rule of this length. */
function text(length: number): string {
  return 'x'.repeat(length - 'deploy()'.length);
}

function failing(offer: () => unknown): Tool {
  return { ...plainShell(), offer: offer as Tool['offer'] };
}

describe('never offered', () => {
  test.each(secretShapes().map(({ name, example }) => [name, example]))(
    'a rule that holds a secret: %s',
    (_name, example) => {
      const rule = `deploy(${example})`;
      const tool = { ...offering([rule], ['deploy']) };
      const asking: Asking = {
        call: { tool: 'deploy' },
        parts: [{ ...shellPart('x'), kind: 'other', subject: { kind: 'tool', text: example } }],
      };
      expect(offered(asking, tool)).toEqual(['deploy']);
    },
  );

  test('words that hold a secret', () => {
    const tool: Tool = { ...ladder, offer: () => [{ rules: ['Bash'], covers: 'TOKEN=hunter22x make' }] };
    expect(offered({}, tool)).toEqual([]);
  });

  test('a rule too long to be read', () => {
    const asking = (length: number): Asking => ({
      call: { tool: 'deploy' },
      parts: [{ ...shellPart('x'), kind: 'other', subject: { kind: 'tool', text: text(length) } }],
    });
    expect(offered(asking(300), offering([`deploy(${text(300)})`]))).toHaveLength(1);
    expect(offered(asking(301), offering([`deploy(${text(301)})`]))).toHaveLength(0);
  });
});

describe('a tool whose code fails', () => {
  test.each<[string, Tool, RegExp]>([
    [
      'throws',
      failing(() => {
        throw new Error('no idea');
      }),
      /^no rule could be suggested: no idea$/,
    ],
    ['answers a promise', failing(() => Promise.resolve([])), /^no rule could be suggested: /],
    ['answers nothing', failing(() => undefined), /^no rule could be suggested: /],
    [
      'answers rules without a list',
      failing(() => [{ rules: 'Bash', covers: 'x' }]),
      /^no rule could be suggested: /,
    ],
  ])('%s', (_name, tool, error) => {
    const decision: Decision = decide(questionOf(), tool);
    expect(decision).toMatchObject({ verdict: 'ask', suggestions: [] });
    expect(decision.receipt.errors).toEqual([expect.stringMatching(error)]);
  });
});

test('a rule of two that holds a secret spoils both', () => {
  expect(offered({}, offering(['Bash', `deploy(${secretShapes()[0]?.example})`], ['Bash']))).toEqual([
    'Bash',
  ]);
});

test('where nothing is offered nothing went wrong', () => {
  const danger = shellPart('make', { check: { outcome: 'safety', code: 'c', reason: 'r' } });
  for (const asking of [{ parts: [danger] }, { policy: { deny: ['Bash'] } }]) {
    expect(decide(questionOf(asking), ladder).receipt.errors).toEqual([]);
  }
});

test('the grant that an offer would become', () => {
  const asks = [{ because: 'no-rule' as const }];
  expect(grantOf(['Bash(make)'], { asks, mode: 'explore' })).toEqual({
    id: 'suggested',
    rules: [
      expect.objectContaining({
        verdict: 'allow',
        text: 'Bash(make)',
        origin: { layer: 'session', root: '/', trusted: true },
      }),
    ],
    answers: asks,
    scope: 'session',
    givenIn: 'explore',
  });
  expect(grantOf(['Bash('], { asks, mode: 'default' })).toBeUndefined();
});
