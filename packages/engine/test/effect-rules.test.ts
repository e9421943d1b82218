import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import { judge } from '../src/decision/judge.ts';
import { defineTool } from '../src/facts/define-tool.ts';
import { effectNames, type Effect } from '../src/facts/effect.ts';
import type { Part } from '../src/facts/part.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { limitRules } from '../src/policy/limit-rules.ts';
import type { RuleInput } from '../src/policy/rules/rule.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { questionOf, shellPart } from './question-of.ts';
import { question, questionUnder } from './random-question.ts';
import { sandboxQuestion } from './random-sandbox-question.ts';
import { runs } from './runs.ts';

const strictness = { allow: 0, ask: 1, deny: 2 } as const;
const added: fc.Arbitrary<Effect> = fc
  .tuple(fc.constantFrom(...effectNames), fc.boolean())
  .map(([effect, isPossible]) => (isPossible ? { effect, possible: true } : { effect }));

function withEffect(asked: DecisionInput, more: Effect): DecisionInput {
  const [first, ...rest] = asked.facts.parts;
  const { effects = [] } = first;
  const stated: readonly Effect[] = effects.length === 0 ? [{ effect: 'run-other' }] : effects;
  return { ...asked, facts: { ...asked.facts, parts: [{ ...first, effects: [...stated, more] }, ...rest] } };
}

/** The allow rules about effects that decided, for each part. */
function byEffects(asked: DecisionInput): readonly (readonly string[])[] {
  return judge(asked).judgements.map(({ matched }) =>
    matched.allow.map(({ text }) => text).filter((text) => text.startsWith('Effect(')),
  );
}

describe('whatever the policy', () => {
  test('one more effect never loosens a verdict', () => {
    fc.assert(
      fc.property(fc.oneof(question, sandboxQuestion), added, (given, more) => {
        // A used-up limit stops what its rule is for, and with one more effect a rule may be for less.
        fc.pre(limitRules(given.policy).length === 0);
        // Approving an ask rule answers the rule, also where only the new effect makes it match.
        const asked = { ...given, grants: [] };
        const before = judge(asked);
        const { verdict } = judge(withEffect(asked, more));
        if (before.verdict !== 'allow') expect(verdict).not.toBe('allow');
        // An ask rule asks about what the mode explore, or a policy that denies what it does not list, refuses otherwise.
        if (before.mode.used === 'explore' || asked.policy.unlisted === 'deny') return;
        expect(strictness[verdict]).toBeGreaterThanOrEqual(strictness[before.verdict]);
      }),
      { numRuns: runs(4_000) },
    );
  });

  test('a part with an effect that no rule covers is not allowed by effects', () => {
    fc.assert(
      fc.property(question, fc.boolean(), (asked, isPossible) => {
        const more: Effect = isPossible ? { effect: 'pay', possible: true } : { effect: 'pay' };
        expect(byEffects(withEffect(asked, more))[0]).toEqual([]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('what a text rule denies stays denied beside any rules about effects', () => {
    const list = fc.subarray(effectNames.map((name) => `Effect(${name})`));
    const together = fc
      .record({
        deny: fc.constantFrom('Bash', 'Bash(git:*)', 'Read', 'WebFetch', '*'),
        allow: list,
        ask: list,
      })
      .chain(({ deny, ...more }) =>
        questionUnder(compilePolicy([{ deny: [deny] }])).map((asked) => ({
          asked,
          policy: compilePolicy([{ deny: [deny] }, { layer: 'managed', ...more }]),
        })),
      );
    fc.assert(
      fc.property(together, ({ asked, policy }) => {
        const before = judge(asked).judgements;
        const after = judge({ ...asked, policy }).judgements;
        before.forEach(({ step }, at) => {
          if (step === 'deny') expect(after[at]).toMatchObject({ verdict: 'deny', step });
        });
      }),
      { numRuns: runs(2_000) },
    );
  });
});

const known = (written: string) => ({ known: true as const, written, real: written });
const url = (host: string) => ({ known: true as const, scheme: 'https', host, port: '', path: '/' });

function verdictOf(
  effects: Part['effects'],
  policy: Layer | readonly Layer[],
  more: Partial<Part> = {},
): string {
  const stated = effects === undefined ? {} : { effects };
  return judge(questionOf({ policy, parts: [shellPart('make', { ...stated, ...more })] })).verdict;
}

describe('allow', () => {
  const everything = effectNames.filter((name) => name !== 'run-other').map((name) => `Effect(${name})`);

  test('what states no effect runs what nobody knows', () => {
    for (const effects of [undefined, []]) {
      expect(verdictOf(effects, { allow: everything })).toBe('ask');
      expect(verdictOf(effects, { allow: ['Effect(run-other)'] })).toBe('allow');
      expect(verdictOf(effects, { allow: [{ rule: 'Bash', effects: ['run'] }] })).toBe('ask');
    }
  });

  test.each([
    ['Bash', { command: 'frobnicate x' }],
    ['Bash', { command: '/opt/x $y' }],
    ['refund', { amount: 5 }],
    ['mcp__shop__refund', { amount: 5 }],
    ['UnknownTool', {}],
  ])('no row or tool without effects is allowed by them: %s %j', (tool, input) => {
    const policy = compilePolicy([{ allow: everything }]);
    const refund = defineTool({ name: 'refund' });
    expect(decideCall({ tool, input }, { policy, tools: [refund] }).verdict).toBe('ask');
  });

  const edit = (path: string): Effect => ({ effect: 'edit', access: { kind: 'write', path: known(path) } });
  const editOfUnknown: Effect = {
    effect: 'edit',
    access: { kind: 'write', path: { known: false, reason: 'value of $X' } },
  };
  const inside = '/home/dev/project/src/a.ts';
  const fetch = (effect: 'fetch' | 'send'): Effect => ({
    effect,
    access: { kind: 'network', url: url('a.test') },
  });

  test.each<[string, readonly Effect[], readonly RuleInput[], string]>([
    [
      'each effect has a rule',
      [{ effect: 'run' }, { effect: 'serve' }],
      ['Effect(run)', 'Effect(serve)'],
      'allow',
    ],
    ['one has none', [{ effect: 'run' }, { effect: 'serve' }], ['Effect(run)'], 'ask'],
    [
      'a possible one has none',
      [{ effect: 'run' }, { effect: 'send', possible: true }],
      ['Effect(run)'],
      'ask',
    ],
    ['edits in the project', [edit(inside)], ['Effect(edit)'], 'allow'],
    ['edits in a scratch directory', [edit('/tmp/x')], ['Effect(edit)'], 'allow'],
    ['edits elsewhere', [edit('/home/dev/other')], ['Effect(edit)'], 'ask'],
    [
      'edits elsewhere, by name',
      [{ effect: 'run' }, edit('/home/dev/other')],
      ['Effect(run)', 'Edit(~/other)'],
      'allow',
    ],
    ['reading by a rule for writing', [{ effect: 'run' }, edit(inside)], ['Effect(run)', 'Read'], 'ask'],
    ['a host by name', [{ effect: 'run' }, fetch('fetch')], ['Effect(run)', 'url(a.test)'], 'allow'],
    ['sending to a host by name', [{ effect: 'run' }, fetch('send')], ['Effect(run)', 'url(a.test)'], 'ask'],
    ['sending to any host', [{ effect: 'run' }, fetch('send')], ['Effect(run)', 'WebFetch'], 'ask'],
    ['files alone', [edit(inside), edit('/tmp/x')], ['Edit(src/**)', 'Edit(//tmp/**)'], 'allow'],
    ['a file that nobody can name', [edit(inside), editOfUnknown], ['Edit(src/**)', 'Write'], 'ask'],
    ['at most these', [{ effect: 'run' }], [{ rule: 'Effect(run)', effects: ['run', 'read'] }], 'allow'],
    [
      'and no others',
      [{ effect: 'run' }, { effect: 'serve' }],
      ['Effect(serve)', { rule: 'Effect(run)', effects: ['run'] }],
      'ask',
    ],
    ['a command at most', [{ effect: 'run' }], [{ rule: 'Bash(make:*)', effects: ['run'] }], 'allow'],
    [
      'a command and more',
      [{ effect: 'run' }, { effect: 'publish', possible: true }],
      [{ rule: 'Bash(make:*)', effects: ['run'] }],
      'ask',
    ],
    ['expired', [{ effect: 'run' }], [{ rule: 'Effect(run)', expires: '1970-01-01' }], 'ask'],
  ])('%s', (_name, effects, allow, verdict) => expect(verdictOf(effects, { allow })).toBe(verdict));

  test.each([
    ['echo z > data/f', { workdir: '/srv/link/../other' }],
    ['> data/f', { workdir: '/srv/link/../other' }],
    ['cp a b', { cwd: '/usr/local/bin' }],
    ['ls', { env: { PATH: '/tmp/x' } }],
  ])('an argument beside the command is covered by `Bash` alone: %s %j', (command, beside) => {
    const decide = (...allow: readonly string[]) =>
      decideCall(
        { tool: 'Bash', input: { command, ...beside } },
        { policy: compilePolicy([{ allow, deny: ['Bash(shutdown:*)'] }]) },
      ).verdict;
    for (const rules of [
      everything,
      ['Edit(./**)', 'Read'],
      ['Write', 'Read'],
      ['Bash(cp:*)', 'Bash(echo:*)'],
    ])
      expect(decide(...rules)).toBe('ask');
    // The argument may bring the very thing that is denied.
    expect(decide('Bash')).toBe('ask');
  });

  test('a file that a script changes is covered by a rule about it', () => {
    const world = fixedWorld({
      script: ({ name }) => (name === 'build' ? 'touch ../out.ts' : undefined),
    });
    const decide = (...allow: readonly string[]) =>
      decideCall(
        { tool: 'Bash', input: { command: 'npm run build' } },
        { policy: compilePolicy([{ allow }]), world },
      ).verdict;
    expect(decide('Effect(run)', 'Effect(edit)')).toBe('ask');
    expect(decide('Effect(run)', 'Edit(../out.ts)')).toBe('allow');
  });
});

test.each(['ask', 'deny'] as const)('%s: a certain effect matches, a possible one may', (list) => {
  const policy = { allow: ['Bash'], [list]: ['Effect(publish)'] };
  expect(verdictOf([{ effect: 'run' }, { effect: 'publish' }], policy)).toBe(list);
  expect(verdictOf([{ effect: 'publish', possible: true }], policy)).toBe('ask');
  expect(verdictOf([{ effect: 'run' }], policy)).toBe('allow');
});

describe('what cannot be meant is an error', () => {
  const problem = (list: 'allow' | 'ask' | 'deny', rule: RuleInput): string => {
    try {
      return compilePolicy([{ [list]: [rule] }])
        .problems.map(({ message, fix = '' }) => `${message}: ${fix}`)
        .join('\n');
    } catch (error) {
      return String(error);
    }
  };

  test.each<[RuleInput, RegExp]>([
    ['Effect(publsh)', /no effect `publsh`.*did you mean `publish`/su],
    ['Effect(everything)', /no effect `everything`.*use one of read, secret/su],
    ['Effect(*)', /no effect/u],
    ['Effect(Publish)', /did you mean `publish`/u],
    ['Effect', /the effect is missing.*write Effect\(publish\)/su],
    ['effect(publish)', /no tool `effect`.*write Effect/su],
    ['effect', /no tool `effect`.*write Effect/su],
    ['Effects(publish)', /no tool `Effects`.*write Effect\(publish\)/su],
    ['Efect(publish)', /write Effect\(publish\)/u],
    [{ rule: 'Bash', effects: ['publsh'] as never }, /no effect `publsh`.*did you mean `publish`/su],
  ])('%j, in every list', (rule, text) => {
    for (const list of ['allow', 'ask', 'deny'] as const) expect(problem(list, rule)).toMatch(text);
  });

  test('`effects` narrows an allow rule alone, and names something', () => {
    const rule: RuleInput = { rule: 'Bash(make:*)', effects: ['run'] };
    expect(problem('allow', rule)).toBe('');
    for (const list of ['ask', 'deny'] as const) expect(problem(list, rule)).toMatch(/write Effect\(run\)/u);
    expect(problem('allow', { rule: 'Bash', effects: [] })).toMatch(/`effects` is empty/u);
  });

  test.each(['Effect', 'effect'])('a tool called %s', (name) => {
    expect(() => defineTool({ name })).toThrow(`a tool cannot be called ${name}`);
  });
});
