import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../src/call/tool-call.ts';
import { questionOf } from '../src/decision/compare/evaluate.ts';
import { probesFor } from '../src/decision/compare/probe-calls.ts';
import { judge } from '../src/decision/judge.ts';
import { modeTable } from '../src/decision/mode-table.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { lintPolicy } from '../src/policy/lint/lint-policy.ts';
import { isDead, type Finding } from '../src/policy/lint/finding.ts';
import { modes } from '../src/policy/mode-name.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { Rule } from '../src/policy/rule.ts';
import { indexRules } from '../src/policy/rule-index.ts';
import type { World } from '../src/world/world.ts';
import { randomCall, randomLayers, randomWorld } from './random-policy.ts';
import { runs } from './runs.ts';

const count = runs(40);

function lint(policy: Policy, world: World): readonly Finding[] {
  return lintPolicy(policy, { now: world.now, hearsAllow: (mode) => modeTable[mode].allowRule !== '-' });
}

function without(policy: Policy, dropped: ReadonlySet<Rule>): Policy {
  const rules = policy.rules.filter((rule) => !dropped.has(rule));
  const of = (verdict: Rule['verdict']): Policy['index']['allow'] =>
    indexRules(rules.filter((rule) => rule.verdict === verdict));
  return { ...policy, rules, index: { allow: of('allow'), ask: of('ask'), deny: of('deny') } };
}

test(
  `nothing that lint calls dead changes a verdict, on ${count} random policies`,
  { timeout: 3_600_000 },
  () => {
    const seen = new Map<string, number>();
    let calls = 0;
    let heard = 0;
    fc.assert(
      fc.property(
        randomLayers,
        randomWorld,
        fc.array(randomCall, { minLength: 30, maxLength: 30 }),
        (layers, world, random) => {
          const policy = compilePolicy(layers, { world });
          const dead = lint(policy, world).filter(isDead);
          if (dead.length === 0) return;
          const rules = new Set(dead.flatMap(({ rule }) => rule ?? []));
          const aimed = [...rules].flatMap((rule) => probesFor(rule, world).slice(0, 60));
          const alone = dead
            .slice(0, 3)
            .flatMap(({ rule }) => (rule === undefined ? [] : [without(policy, new Set([rule]))]));
          const changed = [without(policy, rules), ...alone];
          for (const { code, rule } of dead)
            seen.set(`${code} ${rule?.verdict}`, (seen.get(`${code} ${rule?.verdict}`) ?? 0) + 1);
          for (const [at, call] of [...aimed, ...random].entries()) {
            const mode = modes[at % modes.length] ?? 'default';
            const question = questionOf(policy, call, { world, mode });
          const whole = judge(question);
            calls++;
            if (
              whole.judgements.some(({ heard: { contributions } }) =>
                contributions.some(({ rule: { key } }) => [...rules].some((one) => one.key === key)),
              )
            )
              heard++;
            for (const other of changed) {
              const { verdict } = judge({ ...question, policy: other });
              if (verdict !== whole.verdict)
                expect(contradicted(dead, call, mode)).toEqual([whole.verdict, verdict]);
            }
          }
        },
      ),
      { numRuns: count },
    );
    console.log(JSON.stringify({ policies: count, claims: Object.fromEntries(seen), calls, heard }));
    // Claims of every kind were made, and the calls met the rules that they are about.
    for (const code of ['expired', 'never-counts', 'impossible', 'contradiction', 'duplicate', 'shadowed'])
      expect(
        [...seen.keys()].some((key) => key.startsWith(code)),
        code,
      ).toBe(true);
    expect(heard).toBeGreaterThan(calls / 20);
  },
);

function contradicted(dead: readonly Finding[], call: ToolCall, mode: string): unknown {
  return {
    call,
    mode,
    dead: dead.map(({ code, rule, by }) => [
      code,
      rule?.verdict,
      rule?.text,
      rule?.origin,
      by?.verdict,
      by?.text,
      by?.origin,
    ]),
  };
}
