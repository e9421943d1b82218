import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { enoughRuns, runs } from '../../../test/runs.ts';
import { policySchema } from './json-schema.ts';
import { parsePolicyFile } from './parse-policy-file.ts';

const own = join(import.meta.dirname, '../../../../gate');
const published = JSON.parse(readFileSync(join(own, 'schema/policy.schema.json'), 'utf8')) as object;
const validate: ValidateFunction = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(published);

test('the published schema is the one that the table gives: npx permesso schema > schema/policy.schema.json', () => {
  expect(published).toEqual(policySchema());
});

describe('the schema', () => {
  test.each(readdirSync(join(own, 'presets')))('takes presets/%s', (name) => {
    expect(validate(parse(readFileSync(join(own, 'presets', name), 'utf8')))).toBe(true);
  });

  test.each(yamlIn(join(own, '../../docs/policy-files.md')))(
    'and the reader take the example of the page',
    (text) => {
      expect([validate(parse(text)), parsePolicyFile(text, { file: '' }).problems]).toEqual([true, []]);
    },
  );

  test.each([
    '{}',
    'null',
    'allow:',
    'mode: yolo',
    'deny: [{ rule: x, when: { a: { gt: 1 } }, agents: [a] }]',
    'deny: [{ rule: x, when: { a: 5, b: [1], c: null, d: text } }]',
    'deny: [{ rule: x, when: { a: { equals: { b: 1 }, gte: 1, lte: { $ref: b } } } }]',
    'deny: [{ rule: x, when: { a: { $ref: principal.user }, principal.roles: { contains: admin } } }]',
    'deny: [{ rule: x, when: { a: { not: { in: [1] } }, b: { any: { endsWith: x } }, c: { all: 5 } } }]',
    'deny: [{ rule: x, when: { a: { exists: true, matches: "^x", startsWith: y, under: z } } }]',
    'deny: [{ rule: x, when: { $or: [{ a: 1 }, { $and: [{ b: 2 }] }], $not: { c: 3 } } }]',
    'tests: [{ call: { tool: x, input: {}, principal: { user: ann, roles: [a] } }, expect: deny }]',
    'allow: [{ rule: x, limit: { calls: 5, per: hour } }]',
    'allow: [{ rule: x, limit: { calls: 5, per: day, meter: a b, by: everyone } }]',
    'allow: [{ rule: x, limit: { sum: input.a, most: 0.5, per: session, by: all, over: deny } }]',
    'deny: [{ rule: x, check: pdp }]\nchecks: { pdp: { authzen: https://x, timeout: 5, tokenFrom: T, plainHttp: true }, o: { opa: http://x } }',
    'ask: [{ rule: x, approvers: { roles: [a], not: requester, quorum: 2, within: 4h, escalate: [{ after: 90m, roles: [b] }] } }]',
    'ask: [{ rule: x, approvers: { not: requester } }]',
    'allow: [{ rule: x, limit: { calls: 5, per: hour }, approvers: { roles: [a] } }]',
    'groups: { a: { deny: [x] } }',
    'restrict: { modes: [plan] }',
    'tests: [{ call: { tool: x, input: {} }, expect: deny }]',
  ])('and the reader take %s', (text) => {
    expect([validate(parse(text)), parsePolicyFile(text, { file: '' }).problems]).toEqual([true, []]);
  });

  test.each([
    '[]',
    'denny: []',
    'ask: [{ rule: x, approvers: {} }]',
    'ask: [{ rule: x, approvers: { quorum: 2 } }]',
    'ask: [{ rule: x, approvers: { role: [a] } }]',
    'ask: [{ rule: x, approvers: { roles: [] } }]',
    'ask: [{ rule: x, approvers: { roles: a } }]',
    'ask: [{ rule: x, approvers: { roles: [a], not: asker } }]',
    'ask: [{ rule: x, approvers: { roles: [a], quorum: 0 } }]',
    'ask: [{ rule: x, approvers: { roles: [a], quorum: 11 } }]',
    'ask: [{ rule: x, approvers: { roles: [a], within: 4 hours } }]',
    'ask: [{ rule: x, approvers: { roles: [a], then: deny } }]',
    'ask: [{ rule: x, approvers: { roles: [a], escalate: [{ after: 1h }] } }]',
    'ask: [{ rule: x, approvers: { not: requester, escalate: [{ after: 1h, roles: [b] }] } }]',
    'deny: x',
    'deny: [1]',
    'deny: [""]',
    'deny: [{}]',
    'deny: [{ rule: x, mesage: y }]',
    'deny: [{ rule: x, when: {} }]',
    'deny: [{ rule: x, limit: { calls: 0, per: hour } }]',
    'deny: [{ rule: x, limit: { calls: 5 } }]',
    'allow: [{ rule: x, limit: { calls: 5, per: day, meter: " a" } }]',
    'deny: [{ rule: x, limit: { sum: a, most: 5, per: hour } }]',
    'deny: [{ rule: x, limit: { calls: 5, most: 5, per: week } }]',
    'deny: [{ rule: x, when: { a: { gtt: 1 } } }]',
    'deny: [{ rule: x, when: { a: {} } }]',
    'deny: [{ rule: x, when: { a: { gt: x } } }]',
    'deny: [{ rule: x, when: { a: { in: [] } } }]',
    'deny: [{ rule: x, when: { a: { exists: x } } }]',
    'deny: [{ rule: x, when: { a: { contains: [1] } } }]',
    'deny: [{ rule: x, when: { a: { not: { gtt: 1 } } } }]',
    'deny: [{ rule: x, when: { a: { $ref: 5 } } }]',
    'deny: [{ rule: x, when: { $or: { a: 1 } } }]',
    'deny: [{ rule: x, when: { $or: [] } }]',
    'deny: [{ rule: x, when: { $not: {} } }]',
    'deny: [{ rule: x, agents: [] }]',
    'allow: [null]',
    'mode: defualt',
    'tools: { hide: [] }',
    'restrict: { modes: [] }',
    'tests: [{ call: x }]',
    'tests: [{ call: x, expect: maybe }]',
    'groups: { a: [] }',
    'unlisted: allow',
    'workingDirectories: [{}]',
  ])('and the reader refuse %s', (text) => {
    expect(validate(parse(text))).toBe(false);
    expect(parsePolicyFile(text, { file: '' }).problems).not.toEqual([]);
  });

  test('and the reader agree on random values: no problem here, none there', () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomPolicy, (policy) => {
        const isValid = validate(policy);
        const { problems } = parsePolicyFile(JSON.stringify(policy), { file: '' });
        if (isValid) accepted += 1;
        else refused += 1;
        expect([policy, problems.length === 0]).toEqual([policy, isValid]);
      }),
      { numRuns: runs(1000) },
    );
    if (enoughRuns) expect(Math.min(accepted, refused)).toBeGreaterThan(50);
  });
});

function yamlIn(page: string): readonly string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm);
  return Array.from(blocks, ([, text = '']) => text);
}

/** Only rules, dates and calls that can be read: a schema knows nothing of those. */
const rule = fc.constantFrom('Read', 'Bash(git push:*)', 'x');
const wrong = fc.constantFrom<unknown>(0, true, null, '', [], {}, 'nothing', { a: 1 }, [1]);
const mostly = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: value }, { weight: 1, arbitrary: wrong });

/** A few of these fields. */
function some(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([name, value]) => fc.tuple(fc.constant(name), value));
  return fc
    .uniqueArray(fc.oneof(...entries), { selector: ([name]) => name, maxLength: 3 })
    .map((chosen) => Object.fromEntries(chosen));
}

const ruleObject = fc
  .tuple(
    rule,
    some({
      message: mostly(fc.constant('m')),
      when: mostly(fc.constant({ a: 1 })),
      agents: mostly(fc.constant(['a'])),
      delegated: mostly(fc.boolean()),
      rule: wrong,
    }),
  )
  .map(([text, more]) => ({ rule: text, ...more }));
const rules = mostly(fc.array(mostly(fc.oneof(rule, ruleObject)), { maxLength: 3 }));
const mode = fc.constantFrom('default', 'plan', 'yolo');
const policyTest = fc
  .tuple(
    mostly(fc.constant('Read(a)')),
    some({ expect: mostly(fc.constantFrom('allow', 'deny')), mode: mostly(mode) }),
  )
  .map(([call, more]) => ({ call, expect: 'ask', ...more }));
const randomPolicy = some({
  mode: mostly(mode),
  allow: rules,
  ask: rules,
  deny: rules,
  use: mostly(fc.array(mostly(fc.constant('a')), { maxLength: 2 })),
  groups: mostly(fc.dictionary(fc.constantFrom('a', 'b'), mostly(some({ allow: rules, deny: rules })))),
  tools: mostly(some({ visible: mostly(fc.constant(['a'])), hidden: mostly(fc.constant([])) })),
  unlisted: mostly(fc.constantFrom('ask', 'deny')),
  failure: mostly(fc.constantFrom('ask', 'deny')),
  restrict: mostly(some({ onlyManagedAllow: mostly(fc.boolean()), modes: mostly(fc.array(mode)) })),
  tests: mostly(fc.array(mostly(policyTest), { maxLength: 2 })),
  denny: fc.constant([]),
});
