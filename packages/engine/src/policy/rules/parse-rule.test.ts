import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pattern } from '../../../test/random-pattern.ts';
import { runs } from '../../../test/runs.ts';
import { parseRule, portableKey, printRule } from './parse-rule.ts';
import { printPattern } from './print-pattern.ts';
import type { Origin, Rule, RuleInput, RuleObject } from './rule.ts';
import { verdicts, type Verdict } from './verdict.ts';

const origin: Origin = { layer: 'user', root: '/', trusted: true };

function read(input: RuleInput, source: { verdict?: Verdict; origin?: Origin } = {}): Rule {
  const rule = parseRule(input, { verdict: source.verdict ?? 'allow', origin: source.origin ?? origin });
  if (!rule.ok) throw new Error(rule.error.message);
  return rule.value;
}

function problemOf(input: unknown): { at: number; message: string; fix?: string } {
  const rule = parseRule(input as RuleInput, { verdict: 'deny', origin });
  if (rule.ok) throw new Error('can be read');
  return rule.error;
}

describe('reading', () => {
  test('a text is the same rule, key included, as an object with that text alone', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom(...verdicts),
        fc.record({
          layer: fc.constantFrom('user' as const, 'project' as const),
          root: fc.constantFrom('/', '/a "b"'),
          trusted: fc.boolean(),
        }),
        (given, verdict, place) => {
          const text = printPattern(given);
          for (const from of [place, { ...place, file: '/p "q".yaml', line: 3 }]) {
            const source = { verdict, origin: from };
            expect(parseRule(text, source)).toEqual(parseRule({ rule: text }, source));
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('effects in brackets narrow an object as they narrow a text, and are never named twice', () => {
    const text = read('Bash(make:*) [run, install]');
    const saved = read({ rule: ' Bash(make:*) [run, install] ', from: 'prompt' });
    expect(saved).toEqual({ ...text, from: 'prompt' });
    expect([text.effects, text.text]).toEqual([['run', 'install'], 'Bash(make:*) [run, install]']);
    expect(problemOf({ rule: 'Bash(make:*) [run]', effects: ['run'] }).message).toBe(
      'the rule names its effects twice',
    );
    expect(problemOf({ rule: 'Bash(make:*) [nothing]' }).message).toBe('there is no effect `nothing`');
  });

  test('a text alone', () => {
    expect(read('  Bash(git push:*) ', { verdict: 'ask' })).toEqual({
      key: expect.any(String),
      verdict: 'ask',
      text: 'Bash(git push:*)',
      pattern: {
        about: 'command',
        words: [
          { is: 'literal', text: 'git' },
          { is: 'literal', text: 'push' },
        ],
        open: true,
      },
      when: [],
      delegated: false,
      origin,
    });
  });

  test('a text with all that may belong to it', () => {
    const rule = read({
      rule: 'refund',
      when: { amount: { gt: 100 } },
      message: 'Large.',
      guidance: 'Split it.',
      why: 'Agreed with finance.',
      expires: '2026-12-31',
      agents: ['billing', 'sub-*'],
      delegated: true,
    });
    expect(rule).toMatchObject({
      text: 'refund',
      when: [{ path: [{ key: 'amount' }], tests: [{ op: 'gt', value: 100 }] }],
      message: 'Large.',
      guidance: 'Split it.',
      why: 'Agreed with finance.',
      expires: Date.parse('2026-12-31'),
      agents: ['billing', 'sub-*'],
      delegated: true,
    });
  });

  test.each<[string, unknown, RegExp, RegExp]>([
    ['a broken text', 'Bash(', /not closed/, /write Bash\(\)/],
    ['a broken condition', { rule: 'x', when: { a: { least: 1 } } }, /no test `least`/, /use one of/],
    ['a broken date', { rule: 'x', expires: 'soon' }, /`soon` is not a date/, /2026-12-31/],
    ['no agents', { rule: 'x', agents: [] }, /speaks of nobody/, /name an agent/],
    ['no text', { when: { a: 1 } }, /a rule needs a text/, /write \{ rule: "Bash/],
    ['a number', 5, /a rule needs a text/, /write \{ rule: "Bash/],
    ['nothing', null, /a rule needs a text/, /write \{ rule: "Bash/],
    ['undefined', undefined, /a rule needs a text/, /write \{ rule: "Bash/],
    ['a list', ['Bash'], /a rule needs a text/, /write \{ rule: "Bash/],
    ['a condition that is none', { rule: 'x', when: null }, /`when`/, /./],
    ['a date that is a number', { rule: 'x', expires: 20_261_231 }, /`expires` is not a text/, /./],
    ['agents that are a text', { rule: 'x', agents: 'sub' }, /`agents` is not a list of texts/, /./],
    ['agents that are numbers', { rule: 'x', agents: [5] }, /`agents` is not a list of texts/, /./],
    ['a message that is an object', { rule: 'x', message: {} }, /`message` is not a text/, /./],
    ['a guidance that is a number', { rule: 'x', guidance: 5 }, /`guidance` is not a text/, /./],
    ['a why that is a list', { rule: 'x', why: [] }, /`why` is not a text/, /./],
    ['delegated that is a text', { rule: 'x', delegated: 'yes' }, /`delegated` is not true or false/, /./],
    ['a misspelt field', { rule: 'x', expire: '2026-12-31' }, /there is no key `expire`/, /expires/],
  ])('%s is refused', (_name, input, message, fix) => {
    const problem = problemOf(input);
    expect(problem.message).toMatch(message);
    expect(problem.fix ?? '').toMatch(fix);
  });

  test('fields that are given as undefined are not there', () => {
    const sparse = {
      rule: 'x',
      when: undefined,
      expires: undefined,
      agents: undefined,
    } as unknown as RuleObject;
    expect(read(sparse)).toEqual(read('x'));
  });
});

describe('the key', () => {
  const base: RuleObject = { rule: 'Bash(git push:*)' };
  test.each<[string, RuleInput, { verdict?: Verdict; origin?: Origin }]>([
    ['another text', 'Bash(git pull:*)', {}],
    ['a condition', { ...base, when: { a: 1 } }, {}],
    ['an end', { ...base, expires: '2026-12-31' }, {}],
    ['agents', { ...base, agents: ['a'] }, {}],
    ['delegation', { ...base, delegated: true }, {}],
    ['another verdict', base, { verdict: 'deny' }],
    ['another layer', base, { origin: { ...origin, layer: 'project' } }],
    ['another file', base, { origin: { ...origin, file: 'b.yaml' } }],
    ['another root', base, { origin: { ...origin, root: '/srv' } }],
    ['no trust', base, { origin: { ...origin, trusted: false } }],
  ])('differs by %s', (_name, input, source) => {
    expect(read(input, source).key).not.toBe(read(base).key);
  });

  test.each<[string, RuleInput, Origin]>([
    ['its spelling', 'Bash(git  push *)', origin],
    ['its words for people', { ...base, message: 'm', guidance: 'g', why: 'w' }, origin],
    ['its line', base, { ...origin, line: 7 }],
  ])('does not differ by %s', (_name, input, from) => {
    expect(read(input, { origin: from }).key).toBe(read(base).key);
  });

  test('two spellings of one instant are one key', () => {
    const [a, b] = ['2026-12-31', '2026-12-31T01:00+01:00'].map((expires) => read({ ...base, expires }).key);
    expect(a).toBe(b);
  });
});

describe('printing', () => {
  test.each<[RuleInput, RuleInput]>([
    ['shell(git push)', 'Bash(git push:*)'],
    [{ rule: 'Read' }, 'Read'],
    [{ rule: 'Read', delegated: false }, 'Read'],
    [
      { rule: 'Read', delegated: true },
      { rule: 'Read', delegated: true },
    ],
    [
      { rule: 'Read', message: 'm' },
      { rule: 'Read', message: 'm' },
    ],
    [
      { rule: 'Read', guidance: 'g' },
      { rule: 'Read', guidance: 'g' },
    ],
    [
      { rule: 'Read', why: 'w' },
      { rule: 'Read', why: 'w' },
    ],
    [
      { rule: 'Read', agents: ['a'] },
      { rule: 'Read', agents: ['a'] },
    ],
    [
      { rule: 'Read', expires: '2026-12-31' },
      { rule: 'Read', expires: '2026-12-31T00:00:00.000Z' },
    ],
    [
      { rule: 'x', when: { a: 1 } },
      { rule: 'x', when: { a: { equals: 1 } } },
    ],
  ])('%j is printed as %j', (input, printed) => {
    expect(printRule(read(input))).toEqual(printed);
  });

  test('what is printed is read back as the same rule, key and all', () => {
    const when = fc.dictionary(
      fc.constantFrom('amount', '$.to[*].name', 'a.b', '$.$.x', 'list[0]'),
      fc.oneof(
        fc.record({ equals: fc.oneof(fc.integer(), fc.string(), fc.constant(null)) }),
        fc.record({ in: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }) }),
        fc.record({ gt: fc.integer(), lt: fc.integer() }),
        fc.record({ startsWith: fc.string({ minLength: 1 }) }),
        fc.record({ matches: fc.constantFrom('^a', String.raw`\d{2,3}`, '[^x]|y') }),
        fc.record({ under: fc.constantFrom('./src', '/etc', '~') }),
      ),
      { minKeys: 1, maxKeys: 3 },
    );
    const extras = fc.record(
      {
        when,
        message: fc.string(),
        guidance: fc.string(),
        why: fc.string(),
        expires: fc
          .date({ min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        agents: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
        delegated: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(pattern, extras, fc.constantFrom(...verdicts), (one, given, verdict) => {
        const rule = read({ rule: printPattern(one), ...given }, { verdict });
        const again = read(printRule(rule), { verdict });
        expect(again).toEqual(rule);
        expect(again.pattern).toEqual(one);
      }),
      { numRuns: runs(1000) },
    );
  });
});

test('a key without its file is the same on every machine, and of no other rule', () => {
  const keyOf = (text: string, at: object = {}): string =>
    portableKey(read(text, { verdict: 'ask', origin: { ...origin, layer: 'team', ...at } }).key);
  const here = keyOf('Bash(git push:*)', { file: '/home/a/policy.yaml' });
  expect(keyOf('Bash(git push:*)', { file: '/home/b/policy.yaml' })).toBe(here);
  expect(keyOf('Bash(git push:*)')).toBe(here);
  for (const other of [
    keyOf('Bash(git push)'),
    keyOf('Bash(git push:*)', { layer: 'user' }),
    keyOf('Bash(git push:*)', { root: '/home/a' }),
    keyOf('Bash(git push:*)', { trusted: false }),
  ])
    expect(other).not.toBe(here);
});
