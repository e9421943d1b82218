import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomLayers } from '../../../test/random-policy.ts';
import { enoughRuns, runs } from '../../../test/runs.ts';
import { compilePolicy } from '../compile-policy.ts';
import type { Rule } from '../rules/rule.ts';
import { shadowersIn } from './shadowers.ts';
import { subsumes } from './subsumes.ts';

const count = runs(60);

test(`every rule that takes another one in is found by the index, on ${count} random policies`, () => {
  let included = 0;
  fc.assert(
    fc.property(randomLayers, (layers) => {
      const { rules } = compilePolicy(layers);
      const found = shadowersIn(rules);
      for (const inner of rules) {
        const listed = new Set(found.of(inner));
        for (const outer of rules) {
          if (!subsumes(outer, inner)) continue;
          included += 1;
          expect(listed, `${outer.text} over ${inner.text}`).toContain(outer);
        }
      }
    }),
    { numRuns: count },
  );
  if (enoughRuns) expect(included).toBeGreaterThan(count);
});

const many = 2000;
const shapes: readonly (readonly [string, (at: number) => string])[] = [
  ['commands', (at) => `Bash(tool${at}:*)`],
  ['scripts of one command', (at) => `Bash(npm run build-${at}:*)`],
  ['folders', (at) => `Read(/srv/app${at}/**)`],
  ['the same name in many folders', (at) => `Read(/srv/app${at}/config/secrets.yaml)`],
  ['hosts', (at) => `WebFetch(domain:a${at}.example.com)`],
  ['tools of one MCP server', (at) => `mcp__github__tool_${at}`],
  ['one tool of many MCP servers', (at) => `mcp__server${at}__read`],
  ['arguments of one tool', (at) => `deploy(target-${at})`],
];

test.each(shapes)('Finding 17: %s are compared by an index, not all pairs', (_name, ruleAt) => {
  const rules = Array.from({ length: many }, (_, at) => ruleAt(at));
  const compiled: readonly Rule[] = compilePolicy([{ deny: rules }]).rules;
  const found = shadowersIn(compiled);
  const compared = compiled.reduce((sum, rule) => sum + found.of(rule).length, 0);
  expect(compared).toBeLessThan(3 * many);
});
