import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween, comparePolicies, mentions } from '../src/decision/compare/compare-policies.ts';
import { evaluatePolicy } from '../src/decision/compare/evaluate-policy.ts';
import { compareVerdicts } from '../src/decision/compare/mode-change.ts';
import { probesFor } from '../src/decision/compare/probe-calls.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { modes } from '../src/policy/mode-name.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { randomCall } from './random-call.ts';
import { narrowed, randomLayer, randomLayers, randomWorld, ruleInput } from './random-policy.ts';
import { enoughRuns, report, runs } from './runs.ts';
import type { RuleInput } from '../src/policy/rules/rule.ts';

const count = runs(40);

/** What a pull request does to a policy: rules taken out, put in, narrowed, moved; another mode, other limits. */
const edit: fc.Arbitrary<(layer: Layer) => Layer> = fc
  .tuple(
    fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    fc.constantFrom(
      'drop',
      'add',
      'narrow',
      'move',
      'mode',
      'unlisted',
      'trust',
      'directory',
      'restrict',
      'tools',
    ),
    fc.nat(50),
    ruleInput,
  )
  .map(([list, action, pick, rule]) => (layer: Layer): Layer => {
    const rules = layer[list] ?? [];
    const at = pick % Math.max(1, rules.length);
    const one = rules[at];
    switch (action) {
      case 'drop':
        return { ...layer, [list]: rules.toSpliced(at, 1) };
      case 'add':
        return { ...layer, [list]: [...rules, list === 'allow' ? rule : unnarrowed(rule)] };
      case 'narrow':
        return one === undefined ? layer : { ...layer, [list]: rules.toSpliced(at, 1, narrowed(one, pick)) };
      case 'move': {
        const to = list === 'allow' ? 'ask' : list === 'ask' ? 'deny' : 'ask';
        return one === undefined
          ? layer
          : { ...layer, [list]: rules.toSpliced(at, 1), [to]: [...(layer[to] ?? []), unnarrowed(one)] };
      }
      case 'mode':
        return { ...layer, mode: modes[pick % modes.length] ?? 'default' };
      case 'unlisted':
        return { ...layer, unlisted: layer.unlisted === 'deny' ? 'ask' : 'deny' };
      case 'trust':
        return { ...layer, trusted: !(layer.trusted ?? true) };
      case 'directory':
        return { ...layer, workingDirectories: pick % 2 === 0 ? ['/tmp'] : [] };
      case 'tools':
        return { ...layer, tools: pick % 2 === 0 ? { hidden: ['Bash', 'mcp__*'] } : { visible: ['Read'] } };
      default:
        return {
          ...layer,
          layer: 'managed',
          restrict: pick % 2 === 0 ? { onlyManagedAllow: true } : { modes: ['default', 'explore'] },
        };
    }
  });

const pair: fc.Arbitrary<readonly [readonly Layer[], readonly Layer[]]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(randomLayers, fc.array(edit, { minLength: 1, maxLength: 3 }))
      .map(([layers, edits]): readonly [readonly Layer[], readonly Layer[]] => [
        layers,
        layers.map((layer, at) => (at === 0 ? edits.reduce((done, change) => change(done), layer) : layer)),
      ]),
  },
  fc
    .tuple(randomLayer, randomLayer)
    .map(([before, after]): readonly [readonly Layer[], readonly Layer[]] => [[before], [after]]),
);

test(
  `no call gets looser without a change that says so, on ${count} random pairs of policies`,
  { timeout: 3_600_000 },
  () => {
    const seen = { pairs: 0, calls: 0, looser: 0, stricter: 0, changes: 0, harmless: 0 };
    fc.assert(
      fc.property(
        pair,
        randomWorld,
        fc.array(randomCall, { minLength: 30, maxLength: 30 }),
        ([oldLayers, newLayers], world, random) => {
          const before = compilePolicy(oldLayers, { world });
          const after = compilePolicy(newLayers, { world });
          const changes = changesBetween(before, after, { world });
          const loosening = changes.filter(({ direction }) => direction === 'looser' || direction === 'both');
          seen.pairs++;
          seen.changes += changes.length;
          seen.harmless += changes.filter(({ direction }) => direction === 'none').length;
          const aimed = changes.flatMap(({ rule }) =>
            rule === undefined ? [] : probesFor(rule, world).slice(0, 40),
          );
          for (const call of [...aimed, ...random]) {
            const was = evaluatePolicy(before, call, { world });
            const is = evaluatePolicy(after, call, { world });
            seen.calls++;
            const compared = compareVerdicts(was.verdict, is.verdict);
            if (compared !== 'same') seen[compared]++;
            if (compared !== 'looser') continue;
            const said = loosening.filter((change) => mentions(change, was, is));
            if (said.length === 0)
              expect({
                call,
                was: was.verdict,
                is: is.verdict,
                changes: changes.map(({ action, text, direction }) => `${action} ${text}: ${direction}`),
              }).toBe('named by a change');
          }
        },
      ),
      { numRuns: count },
    );
    report(seen);
    if (!enoughRuns) return;
    expect(seen.looser).toBeGreaterThan(count / 2);
    expect(seen.harmless).toBeGreaterThan(0);
  },
);

test('a sandbox that is switched on, or reaches another host, is a change in both directions', () => {
  const world = fixedWorld();
  const of = (layer: Layer): ReturnType<typeof compilePolicy> => compilePolicy([{ layer: 'user', ...layer }]);
  const on = of({ sandbox: 'on' });
  const changes = (a: typeof on, b: typeof on): readonly string[] =>
    comparePolicies(a, b, { world }).changes.map(
      ({ what, direction, text }) => `${what} ${direction} ${text}`,
    );
  expect(changes(of({}), on)).toEqual(['sandbox both sandbox off -> on']);
  expect(changes(on, of({ sandbox: { hosts: ['a.example'] } }))).toEqual([
    'sandbox both sandbox on -> on a.example',
  ]);
  expect(changes(on, on)).toEqual([]);
});

/** Only an allow rule is narrowed by effects. */
function unnarrowed(rule: RuleInput): RuleInput {
  if (typeof rule === 'string') return rule;
  const { effects: _effects, ...rest } = rule;
  return rest;
}
