import fc from 'fast-check';
import type { ToolCall } from '../src/call/tool-call.ts';
import { kinds } from '../src/call/kind.ts';
import type { Ask, Grant } from '../src/decision/grant.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Part } from '../src/facts/part.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { modes } from '../src/policy/mode-name.ts';
import { parseRule } from '../src/policy/rules/parse-rule.ts';
import type { CheckAnswer } from '../src/decision/receipt.ts';
import type { LimitInput } from '../src/policy/rules/limit.ts';
import { limitRules } from '../src/policy/limit-rules.ts';
import type { Policy } from '../src/policy/policy.ts';
import { layerNames, type Rule, type RuleInput } from '../src/policy/rules/rule.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { effects, part } from './random-part.ts';
import { randomInput, randomPrincipal, randomWhen } from './random-when.ts';

/** A vocabulary so small that rules and parts meet often: most random pairs would otherwise have nothing in common. */
const plainTexts = [
  'Bash',
  'Bash(git:*)',
  'Bash(git push:*)',
  'Bash(rm -rf:*)',
  'Bash(npm test)',
  'Read',
  'Read(src/**)',
  'Read(**/.env*)',
  'Write(src/**)',
  'Write',
  'WebFetch',
  'WebFetch(domain:example.com)',
  'mcp__gh__*',
  'mcp__gh__create',
  'gh(create)',
  'deploy',
  'deploy(prod-*)',
  '*',
] as const;

const ruleTexts = [...plainTexts, ...effects.map((name) => `Effect(${name})` as const)];

const agentNames = ['main', 'lead', 'sub-a', 'sub-b'] as const;
export const now = 1000;

const ruleInput: fc.Arbitrary<RuleInput> = fc.record(
  {
    rule: fc.constantFrom(...ruleTexts),
    when: fc.oneof(fc.constantFrom({ amount: { gt: 10 } }, { env: 'prod' }), randomWhen),
    expires: fc.constantFrom('1970-01-01T00:00:00Z', '2030-01-01'),
    agents: fc.subarray(['main', 'lead', 'sub-*', 'sub-b', 'codex', 'codex/lead', '!sub-a', '!codex'], {
      minLength: 1,
    }),
    delegated: fc.boolean(),
  },
  { requiredKeys: ['rule'] },
);

const limit: fc.Arbitrary<LimitInput> = fc
  .record({
    measure: fc.constantFrom({ calls: 2 }, { sum: 'input.amount', most: 60 }),
    per: fc.constantFrom('minute' as const, 'session' as const),
    over: fc.constantFrom('ask' as const, 'deny' as const),
  })
  .map(({ measure, ...rest }) => ({ ...measure, ...rest }));

/** What only an allow rule may say. */
const allowing = fc.record(
  {
    unsandboxed: fc.boolean(),
    limit,
    readOnly: fc.constantFrom(true, false, false),
    effects: fc.subarray([...effects], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

const allowInput: fc.Arbitrary<RuleInput> = fc
  .tuple(ruleInput, allowing)
  .map(([rule, more]) => (typeof rule === 'string' ? rule : { ...rule, ...more }));

const restrictingInput: fc.Arbitrary<RuleInput> = fc
  .tuple(ruleInput, fc.constantFrom(undefined, undefined, 'pdp', 'opa'))
  .map(([rule, by]) => (typeof rule === 'string' || by === undefined ? rule : { ...rule, check: by }));

/** Plain rules more often than ornate ones, or hardly any would apply. */
const ruleInputs = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ruleTexts) }, restrictingInput),
  {
    maxLength: 3,
  },
);

export const layer: fc.Arbitrary<Layer> = fc
  .record({
    layer: fc.constantFrom(...layerNames),
    trusted: fc.boolean(),
    allow: fc.oneof(
      fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ruleTexts) }, allowInput), {
        maxLength: 3,
      }),
      // Several that allow a part together.
      fc
        .tuple(
          fc.subarray([...effects]),
          fc.subarray(['Read', 'Write', 'WebFetch', 'Read(src/**)', 'Write(src/**)', 'url(example.com)']),
          fc.array(allowInput, { maxLength: 1 }),
        )
        .map(([names, targets, others]) => [
          ...names.map((name) => `Effect(${name})`),
          ...targets,
          ...others,
        ]),
    ),
    ask: ruleInputs,
    deny: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, ruleInputs),
    unlisted: fc.constantFrom('ask' as const, 'ask' as const, 'ask' as const, 'deny' as const),
    restrict: fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      fc.record({ onlyManagedAllow: fc.boolean(), modes: fc.subarray([...modes], { minLength: 3 }) }),
    ),
  })
  .map((one) => one);

export const layers: fc.Arbitrary<readonly Layer[]> = fc
  .array(layer, { minLength: 1, maxLength: 3 })
  .map((several) => several.map((one, place) => (place === 0 ? one : { ...one, restrict: {} })));

const bareCall: fc.Arbitrary<ToolCall> = fc.record(
  {
    tool: fc.constantFrom(
      'Bash',
      'Read',
      'Write',
      'WebFetch',
      'mcp__gh__create',
      'deploy',
      'gh',
      '__proto__',
    ),
    input: fc.oneof(
      fc.constantFrom<Record<string, unknown>[]>(
        {},
        { amount: 50 },
        { amount: '50' },
        { amount: 5, env: 'prod' },
      ),
      randomInput,
    ),
    session: fc.constantFrom('s1', 's2'),
    host: fc.constantFrom('codex', 'opencode', 'lead'),
    mcp: fc.constantFrom(
      { server: 'gh', tool: 'create', pin: 'p1' },
      { server: 'gh', tool: 'create', pin: 'p2' },
      { server: 'gh', tool: 'create' },
      { server: 'gh', tool: 'list', pin: 'p1' },
    ),
    agent: fc.record(
      {
        name: fc.constantFrom(...agentNames),
        parents: fc.array(fc.constantFrom(...agentNames), { maxLength: 2 }),
      },
      { requiredKeys: ['name'] },
    ),
  },
  { requiredKeys: ['tool', 'input'] },
);

/** The principal alone, without its owner: grants here have none. */
const call: fc.Arbitrary<ToolCall> = fc
  .tuple(bareCall, randomPrincipal)
  .map(([one, principal]) => (principal === undefined ? one : { ...one, principal }));

function grantsFor(policy: Policy): fc.Arbitrary<readonly Grant[]> {
  const asks: Ask[] = [
    { because: 'safety', code: 'protected-path' },
    { because: 'safety', code: 'tool-error' },
    { because: 'safety', code: 'guard-permesso' },
    { because: 'safety', code: 'permesso' },
    { because: 'no-rule' },
    { because: 'unsandboxed' },
    ...[...policy.rules, ...limitRules(policy)].flatMap(({ key, verdict }): Ask[] => {
      if (verdict === 'allow') return [];
      return [{ because: verdict === 'ask' ? 'ask-rule' : 'deny-may-match', rule: key }];
    }),
  ];
  const rules = fc.array(fc.constantFrom(...ruleTexts).map(sessionRule), { maxLength: 2 });
  const grant = fc.record(
    {
      id: fc.constantFrom('g1', 'g2', 'g3'),
      rules,
      answers: fc.subarray(asks),
      scope: fc.constantFrom(
        'once' as const,
        'session' as const,
        'session' as const,
        'project' as const,
        'user' as const,
      ),
      givenIn: fc.constantFrom(...modes),
      callKey: fc.constantFrom('this call', 'this call', 'another call'),
      session: fc.constantFrom('s1', 's2'),
      project: fc.constantFrom('/home/dev/project', '/home/dev/project', '/elsewhere'),
      expires: fc.constantFrom(500, 5000),
      pin: fc.constantFrom(
        { server: 'gh', tool: 'create', pin: 'p1' },
        { server: 'gh', tool: 'create', pin: 'p2' },
      ),
    },
    { requiredKeys: ['id', 'rules', 'answers', 'scope', 'givenIn'] },
  );
  return fc.uniqueArray(grant, { maxLength: 3, selector: ({ id }) => id });
}

/** Used up, not quite, not at all, and not known to the store: that is beyond any limit. */
function countsFor(policy: Policy): fc.Arbitrary<ReadonlyMap<string, number>> {
  const keys = limitRules(policy).map(({ key }) => key);
  return fc
    .array(fc.constantFrom(0, 1, 2, 10, 60, Infinity), { minLength: keys.length, maxLength: keys.length })
    .map((used) => new Map(keys.map((key, place) => [key, used[place] ?? 0])));
}

/** Permitted, refused, not asked. */
function answersFor(policy: Policy): fc.Arbitrary<ReadonlyMap<string, CheckAnswer>> {
  const keys = policy.rules.flatMap((rule) => (rule.check === undefined ? [] : [rule.key]));
  return fc
    .array(fc.constantFrom(true, false, false, undefined), { minLength: keys.length, maxLength: keys.length })
    .map(
      (said) =>
        new Map(
          keys.flatMap((key, place) => {
            const permitted = said[place];
            return permitted === undefined ? [] : [[key, { permitted }] as const];
          }),
        ),
    );
}

export function sessionRule(text: string): Rule {
  const rule = parseRule(text, { verdict: 'allow', origin: { layer: 'session', root: '/', trusted: true } });
  if (!rule.ok) throw new Error(rule.error.message);
  return rule.value;
}

/** A whole question: several layers, a call with one to three parts, a mode, grants. */
export const question: fc.Arbitrary<DecisionInput> = layers.chain((given) =>
  questionUnder(compilePolicy(given)),
);

export function questionUnder(policy: Policy): fc.Arbitrary<DecisionInput> {
  return fc
    .record({
      call,
      facts: fc.record({
        kind: fc.constantFrom(...kinds),
        parts: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts as [Part, ...Part[]]),
      }),
      policy: fc.constant(policy),
      mode: fc.constantFrom(...modes),
      world: fc.constant(fixedWorld({ now })),
      grants: grantsFor(policy),
      counts: countsFor(policy),
      answers: answersFor(policy),
      callKey: fc.constant('this call'),
      interactive: fc.boolean(),
      frozen: fc.constantFrom(undefined, undefined, undefined, undefined, 'stopped by hand'),
    })
    .map(({ frozen, ...rest }): DecisionInput => (frozen === undefined ? rest : { ...rest, frozen }));
}

/** Questions that effects decide: one part, rarely asked about or denied, in layers that are trusted. */
export const effectQuestion: fc.Arbitrary<DecisionInput> = layers
  .map((given) =>
    compilePolicy(
      given.map(({ ask = [], deny = [], allow = [] }) => ({
        allow: allow.filter((rule) => rule !== '*' && rule !== 'Bash'),
        ask: ask.slice(2),
        deny: deny.slice(2),
      })),
    ),
  )
  .chain(questionUnder)
  .map(({ frozen: _frozen, facts, ...asked }) => {
    const { guard: _guard, ...first } = facts.parts[0];
    return {
      ...asked,
      grants: [],
      facts: { ...facts, parts: [{ ...first, check: { outcome: 'pass' } }] },
    };
  });
