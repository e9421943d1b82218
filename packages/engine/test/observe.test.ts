import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { model } from '../spec/model.ts';
import { comparePolicies } from '../src/decision/compare/compare-policies.ts';
import { decideCall } from '../src/decision/decide-call.ts';
import { judge } from '../src/decision/judge.ts';
import { enforcedInput } from '../src/decision/observe.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { question } from './random-question.ts';
import { layers } from './random-question.ts';
import { runs } from './runs.ts';

const refund = { tool: 'refund', input: {} };
const own: Layer = { layer: 'user', enforce: false, deny: ['refund'], ask: ['x'] };

function decided(...all: readonly Layer[]): readonly [verdict: string, would: string | undefined] {
  const { verdict, observed } = decideCall(refund, { policy: compilePolicy(all) });
  return [verdict, observed?.verdict];
}

describe('what is not enforced runs, and says what would have become of it', () => {
  test.each<[string, readonly Layer[], string, string | undefined]>([
    ['a deny of an observed policy', [own], 'allow', 'deny'],
    ['what no rule speaks about', [{ layer: 'user', enforce: false }], 'allow', 'ask'],
    ['what is allowed anyway', [{ layer: 'user', enforce: false, allow: ['refund'] }], 'allow', 'allow'],
    [
      'one observed rule',
      [{ allow: ['refund'], deny: [{ rule: 'refund', enforce: false }] }],
      'allow',
      'deny',
    ],
    [
      'one that is enforced beside it',
      [{ deny: ['refund', { rule: '*', enforce: false }] }],
      'deny',
      undefined,
    ],
    [
      'an observed rule, and nothing allows the call',
      [{ ask: [{ rule: '*', enforce: false }] }],
      'ask',
      undefined,
    ],
    ['`enforce: true`', [{ deny: [{ rule: 'refund', enforce: true }] }], 'deny', undefined],
  ])('%s', (_name, all, verdict, would) => {
    expect(decided(...all)).toEqual([verdict, would]);
  });
});

test('a sandbox that is required is not observed away', () => {
  const call = { tool: 'Bash', input: { command: 'python3 fix.py' } };
  const observed: Layer = { layer: 'user', enforce: false };
  const policy = compilePolicy([{ layer: 'managed', sandbox: 'required' }, observed]);
  const sandbox = { engine: 'test', version: '1', proven: true };
  const inside = decideCall(call, { policy, world: fixedWorld({ sandbox }), runsSandboxed: true });
  expect([inside.verdict, inside.sandbox === undefined]).toEqual(['allow', false]);
  // A caller that cannot run it there does not run it at all.
  expect(decideCall(call, { policy, world: fixedWorld({ sandbox }) }).verdict).toBe('ask');
  expect(decideCall(call, { policy: compilePolicy([observed]) }).verdict).toBe('allow');
});

describe('a layer leaves only its own rules unenforced', () => {
  test.each<[string, readonly Layer[], string]>([
    ['a managed deny stays', [own, { layer: 'managed', deny: ['refund'] }], 'deny'],
    ['a team ask stays', [own, { layer: 'team', ask: ['refund'] }], 'ask'],
    ['a deny of the project stays', [own, { layer: 'project', deny: ['refund'] }], 'deny'],
    [
      'a project does not switch off what the person denies',
      [
        { layer: 'project', enforce: false, trusted: true },
        { layer: 'user', deny: ['refund'] },
      ],
      'deny',
    ],
    [
      'nor what nobody allowed',
      [{ layer: 'project', enforce: false, trusted: true, deny: ['refund'] }, { layer: 'user' }],
      'ask',
    ],
    [
      'a managed policy that permits no bypass',
      [own, { layer: 'managed', restrict: { modes: ['default'] } }],
      'ask',
    ],
  ])('%s', (_name, all, verdict) => {
    expect(decided(...all)[0]).toBe(verdict);
  });

  test('our own files stay guarded', () => {
    const call = {
      tool: 'Write',
      input: { file_path: '/home/dev/.config/permesso/policy.yaml', content: '' },
    };
    expect(decideCall(call, { policy: compilePolicy([own]) }).verdict).toBe('ask');
  });

  test('an allow cannot be observed', () => {
    expect(
      () => compilePolicy([{ deny: ['x'], allow: [{ rule: 'x', enforce: false }] }]).problems,
    ).not.toThrow();
    expect(compilePolicy([{ allow: [{ rule: 'x', enforce: false }] }]).problems).toMatchObject([
      { message: '`enforce` is for deny and ask rules, and this one allows' },
    ]);
  });
});

test('a rule that is no longer enforced is a loosening', () => {
  const compared = comparePolicies(
    compilePolicy([{ layer: 'user', allow: ['*'], deny: ['refund'] }]),
    compilePolicy([{ layer: 'user', allow: ['*'], deny: [{ rule: 'refund', enforce: false }] }]),
    { world: fixedWorld() },
  );
  expect(compared.changes[0]).toMatchObject({ what: 'rule', direction: 'looser' });
  const whole = comparePolicies(
    compilePolicy([{ layer: 'user' }]),
    compilePolicy([{ layer: 'user', enforce: false }]),
    {
      world: fixedWorld(),
    },
  );
  expect(whole.changes).toMatchObject([{ direction: 'looser' }]);
});

test('what is left of a policy is the policy without those rules: the model says so too', () => {
  fc.assert(
    fc.property(question, layers, (asked, given) => {
      const without = given.map((layer) => ({ ...layer, deny: [], ask: [] }));
      // No layer of the person's: the mode stays as it is.
      const named = (all: readonly Layer[]): readonly Layer[] =>
        all.map((layer) => ({ ...layer, layer: 'local' as const, restrict: {} }));
      const observed = compilePolicy(named(given.map((layer) => ({ ...layer, enforce: false }))));
      const left = enforcedInput({ ...asked, grants: [], policy: observed });
      const expected = model({ ...asked, grants: [], policy: compilePolicy(named(without)) });
      const input = left ?? { ...asked, grants: [], policy: observed };
      expect(judge(input).verdict).toBe(expected.verdict);
      expect(model(input).verdict).toBe(expected.verdict);
    }),
    { numRuns: runs(2000) },
  );
});
