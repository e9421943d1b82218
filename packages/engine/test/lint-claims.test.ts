import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../src/call/tool-call.ts';
import { decisionInputOf } from '../src/decision/compare/evaluate-policy.ts';
import { probesFor } from '../src/decision/compare/probe-calls.ts';
import { judge } from '../src/decision/judge.ts';
import { modeTable } from '../src/decision/mode-table.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { deadCodes, isDead, type Finding } from '../src/policy/lint/finding.ts';
import { lintPolicy } from '../src/policy/lint/lint-policy.ts';
import { modes } from '../src/policy/mode-name.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { Rule, RuleInput } from '../src/policy/rules/rule.ts';
import { indexRules } from '../src/policy/rules/rule-index.ts';
import type { Verdict } from '../src/policy/rules/verdict.ts';
import type { World } from '../src/world/world.ts';
import { randomCall } from './random-call.ts';
import { narrowed, randomLayers, randomWorld, ruleInput } from './random-policy.ts';
import { enoughRuns, report, runs } from './runs.ts';

const count = runs(40);

function lint(policy: Policy, world: World): readonly Finding[] {
  return lintPolicy(policy, { now: world.now, usesAllowRules: (mode) => modeTable[mode].allowRule !== '-' });
}

function without(policy: Policy, dropped: ReadonlySet<Rule>): Policy {
  const rules = policy.rules.filter((rule) => !dropped.has(rule));
  const of = (verdict: Verdict): Policy['index']['allow'] =>
    indexRules(rules.filter((rule) => rule.verdict === verdict));
  return { ...policy, rules, index: { allow: of('allow'), ask: of('ask'), deny: of('deny') } };
}

/** What is dead now stays dead: some rules of the vocabulary expire in 2030, others in 2040. */
const later = Date.UTC(2035, 0, 1);

function* questions(policy: Policy, calls: readonly ToolCall[], world: World): Generator<DecisionInput> {
  for (const [at, call] of calls.entries()) {
    const mode = modes[at % modes.length] ?? 'default';
    const now = at % 3 === 0 ? later : world.now;
    yield decisionInputOf(policy, call, { world: { ...world, now }, mode });
  }
}

test(
  `nothing that lint calls dead changes a verdict, on ${count} random policies`,
  { timeout: 3_600_000 },
  () => {
    const seen = new Map<string, number>();
    let calls = 0;
    let matched = 0;
    fc.assert(
      fc.property(
        randomLayers,
        randomWorld,
        fc.array(randomCall, { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        (layers, world, random, isLinked) => {
          const policy = compilePolicy(layers, isLinked ? { world } : {});
          const dead = lint(policy, world).filter(isDead);
          const rules = new Set(dead.flatMap(({ rule }) => rule ?? []));
          const withoutAny = without(policy, rules);
          for (const finding of dead) {
            const { code, rule } = finding;
            if (rule === undefined) continue;
            seen.set(`${code} ${rule.verdict}`, (seen.get(`${code} ${rule.verdict}`) ?? 0) + 1);
            const withoutIt = without(policy, new Set([rule]));
            // Narrower and wider than the rule: where two rules part, the calls must be.
            const aimed = [rule, finding.by ?? rule].flatMap((one) => probesFor(one, world).slice(0, 45));
            for (const question of questions(policy, [...aimed, ...random.slice(0, 10)], world)) {
              const whole = judge(question);
              calls++;
              if (isMatched2(rule, whole)) matched++;
              for (const other of [withoutAny, withoutIt]) {
                const { verdict } = judge({ ...question, policy: other });
                if (verdict !== whole.verdict)
                  expect(told(finding, question)).toEqual([whole.verdict, verdict]);
              }
            }
          }
        },
      ),
      { numRuns: count },
    );
    report({ policies: count, claims: Object.fromEntries(seen), calls, matched });
    if (!enoughRuns) return;
    // Claims of every kind were made, and the calls met the rules that they are about.
    const kinds = new Set(Array.from(seen.keys(), (key) => key.replace(/ .*/, '')));
    expect(deadCodes.filter((code) => kinds.has(code)).length).toBeGreaterThanOrEqual(
      count < 200 ? 3 : deadCodes.length,
    );
    expect(matched).toBeGreaterThan(calls / 10);
  },
);

function isMatched2({ key }: Rule, { judgements }: ReturnType<typeof judge>): boolean {
  return judgements.some((judged) => judged.matched.contributions.some(({ rule }) => rule.key === key));
}

function told({ code, rule, by }: Finding, { call, mode }: DecisionInput): unknown {
  const shown = (one: Rule | undefined): unknown =>
    one && [one.verdict, one.text, one.agents, one.expires, one.origin];
  return { call, mode, code, rule: shown(rule), by: shown(by) };
}

type Planted = readonly [
  outer: readonly [Verdict, RuleInput] | undefined,
  inner: readonly [Verdict, RuleInput],
  Layer?,
];

const same = (verdict: Verdict, pairs: readonly (readonly [RuleInput, RuleInput])[]): readonly Planted[] =>
  pairs.map(
    ([outer, inner]) =>
      [
        [verdict, outer],
        [verdict, inner],
      ] as const,
  );

/** Pairs of which the second never says anything of its own. */
const planted: readonly Planted[] = [
  ...same('allow', [
    ['Bash', 'Bash(git push)'],
    ['Bash(mytool:*)', 'Bash(mytool build --all:*)'],
    ['Bash(git:*)', 'Bash(git push:*)'],
    ['Bash(npm run *)', 'Bash(npm run build)'],
    ['Bash(npm run b*)', 'Bash(npm run build)'],
    ['Read', 'Read(src/a.ts)'],
    ['Read(src/**)', 'Read(src/lib/**)'],
    ['Read(./src/**)', 'Read(src/*.ts)'],
    ['Edit(~/x/**)', 'Write(~/x/y/*.ts)'],
    ['Read(//**)', 'Read(~/x)'],
    ['Read(src/*.{ts,js})', 'Read(src/a.ts)'],
    ['WebFetch', 'WebFetch(domain:a.test)'],
    ['WebFetch(domain:*.a.test)', 'WebFetch(domain:b.a.test)'],
    ['mcp__gh__*', 'mcp__gh__get_*'],
    ['mcp', 'mcp__gh__get'],
    ['*', 'deploy({"a":1})'],
    ['dep*', 'deploy'],
    ['G*', 'Grep(src/**)'],
    ['deploy', { rule: 'deploy', when: { env: 'prod' } }],
    ['deploy', { rule: 'deploy', agents: ['sub-b'] }],
    [
      { rule: 'deploy', agents: ['sub-*'] },
      { rule: 'deploy', agents: ['sub-b'] },
    ],
    ['deploy', { rule: 'deploy', expires: '2040-01-01' }],
  ]),
  ...same('deny', [
    ['Bash(rm:*)', 'Bash(rm -rf:*)'],
    ['Bash(rm:*)', 'Bash(rm)'],
    ['Bash', 'Bash(curl:*)'],
    ['Read(**/secrets/**)', 'Read(a/secrets/b/**)'],
    ['Read(secrets/**)', 'Read(./secrets/*)'],
    ['WebFetch(domain:a.test)', 'WebFetch(domain:*.b.a.test)'],
    ['mcp__gh__*', 'mcp__gh__delete'],
    ['deploy', { rule: 'deploy', when: { env: 'prod' } }],
  ]),
  ...same('ask', [
    ['Bash(git push:*)', 'Bash(git push --force:*)'],
    ['Write(src/**)', 'Write(./src/*.ts)'],
  ]),
  [
    ['deny', 'Bash(rm:*)'],
    ['allow', 'Bash(rm -r dist)'],
  ],
  [
    ['deny', 'Bash(rm:*)'],
    ['allow', 'Bash(rm:*)'],
  ],
  [
    ['deny', 'Read(secrets/**)'],
    ['allow', 'Read(secrets/a)'],
  ],
  [
    ['deny', 'Write'],
    ['allow', 'Write(src/**)'],
  ],
  [
    ['deny', 'WebFetch(domain:a.test)'],
    ['allow', 'WebFetch(domain:b.a.test)'],
  ],
  [
    ['ask', 'Bash(git push:*)'],
    ['allow', 'Bash(git push origin:*)'],
  ],
  [
    ['ask', 'mcp__gh__*'],
    ['allow', 'mcp__gh__get'],
  ],
  [
    ['deny', 'Bash(git push:*)'],
    ['ask', 'Bash(git push:*)'],
  ],
  [
    ['deny', '*'],
    ['ask', 'refund'],
  ],
  [undefined, ['deny', { rule: 'Bash(rm:*)', expires: '1999-12-31' }]],
  [undefined, ['allow', { rule: 'refund', when: { amount: { gt: 10, lt: 5 } } }]],
  [undefined, ['allow', { rule: 'refund', when: { amount: { gt: 10, startsWith: 'x' } } }]],
  [undefined, ['allow', { rule: 'refund', when: { env: { equals: 'a', in: ['b', 'c'] } } }]],
  [undefined, ['allow', 'mcp__gh__get(open)']],
  [undefined, ['allow', 'Bash(git status)'], { layer: 'managed', restrict: { onlyManagedAllow: true } }],
  [undefined, ['allow', 'Bash(git status)'], { layer: 'managed', restrict: { modes: ['explore'] } }],
];

const policies = Math.max(count, 2 * planted.length);

test(`a planted dead rule is found, in ${policies} random policies`, { timeout: 600_000 }, () => {
  let plants = 0;
  fc.assert(
    fc.property(randomLayers, randomWorld, ruleInput, fc.nat(100), (layers, world, rule, by) => {
      const copied: Planted = [
        ['deny', rule],
        ['deny', rule],
      ];
      const cut: Planted = [
        ['ask', 'Bash(mytool x:*)'],
        ['ask', narrowed('Bash(mytool x:*)', by)],
      ];
      const [outer, dead, extra] = [...planted, copied, cut][plants++ % (planted.length + 2)] ?? copied;
      const others = layers.map(({ restrict: _own, ...layer }) => layer);
      const plant: Layer = {
        file: 'planted.yaml',
        [dead[0]]: [...(outer?.[0] === dead[0] ? [outer[1]] : []), dead[1]],
        ...(outer === undefined || outer[0] === dead[0] ? {} : { [outer[0]]: [outer[1]] }),
      };
      const policy = compilePolicy([...others, plant, ...(extra === undefined ? [] : [extra])], { world });
      const found = lint(policy, world).filter(isDead);
      const last = policy.rules.findLast(
        ({ origin, verdict }) => origin.file === 'planted.yaml' && verdict === dead[0],
      );
      if (!found.some((finding) => finding.rule === last)) expect(dead).toBe('found');
    }),
    { numRuns: policies },
  );
  expect(plants).toBe(policies);
});
