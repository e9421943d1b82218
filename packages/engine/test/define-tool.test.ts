import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { definePolicy, type BuiltInName } from '../src/policy/define-policy.ts';
import { knownNames } from '../src/policy/rules/known-tools.ts';
import { PolicyError } from '../src/policy/policy-error.ts';
import { defineTool } from '../src/facts/define-tool.ts';
import type { StandardSchema } from '../src/facts/standard-schema.ts';
import type { Tool } from '../src/facts/tool.ts';
import { toolboxOf } from '../src/facts/toolbox.ts';

/** `{ amount: number }`, and it makes cents of it. */
const amounts: StandardSchema<{ amount: number }, { cents: number }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const { amount } = value as { readonly amount?: unknown };
      return typeof amount === 'number'
        ? { value: { cents: amount * 100 } }
        : { issues: [{ message: 'not a number', path: [{ key: 'amount' }] }] };
    },
  },
};

const verdictOf = (tool: Tool, input: Record<string, unknown>, rules: object = { allow: ['pay'] }) =>
  decideCall({ tool: 'pay', input }, { policy: compilePolicy([rules]), tools: [tool] });

describe('a schema', () => {
  const pay = defineTool({
    name: 'pay',
    schema: amounts,
    check: ({ cents }) =>
      cents > 1000 ? { outcome: 'deny', reason: `${cents} are too many` } : { outcome: 'pass' },
  });

  test('functions are given what it makes of the arguments', () => {
    expect(verdictOf(pay, { amount: 5 }).verdict).toBe('allow');
    expect(verdictOf(pay, { amount: 50 })).toMatchObject({ verdict: 'deny' });
  });

  test('conditions are about what was sent', () => {
    const rules = { allow: [{ rule: 'pay', when: { amount: { lte: 5 } } }] };
    expect(verdictOf(pay, { amount: 5 }, rules).verdict).toBe('allow');
    expect(verdictOf(pay, { amount: 6 }, rules).verdict).toBe('ask');
  });

  test('arguments that do not fit are asked about, whatever is allowed', () => {
    const { verdict, receipt } = verdictOf(pay, { amount: 'five' });
    expect([verdict, receipt.parts[0]?.reason]).toEqual([
      'ask',
      expect.stringContaining('the arguments do not fit the schema: amount: not a number'),
    ]);
  });

  test('one that answers later is not proof', () => {
    const later: StandardSchema = {
      '~standard': { version: 1, vendor: 'test', validate: (value) => Promise.resolve({ value }) },
    };
    expect(verdictOf(defineTool({ name: 'pay', schema: later }), {}).verdict).toBe('ask');
  });
});

describe("a tool's own matcher", () => {
  const upTo = (answer: (content: string, input: Readonly<Record<string, unknown>>) => unknown) =>
    defineTool({ name: 'pay', matches: answer as (content: string) => boolean });
  const pay = upTo((content, { amount }) => Number(amount) <= Number(content));

  test('decides what stands between the parentheses', () => {
    const rules = { allow: ['pay(50)'], deny: ['pay(1)'] };
    expect([1, 50, 51].map((amount) => verdictOf(pay, { amount }, rules).verdict)).toEqual([
      'deny',
      'allow',
      'ask',
    ]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['answers with no truth value', () => 'yes'],
    ['answers later', async () => true],
  ])('that %s lets no allow count and every deny', (_how, answer) => {
    const tool = upTo(answer);
    expect(verdictOf(tool, {}, { allow: ['pay(50)'] }).verdict).toBe('ask');
    expect(verdictOf(tool, {}, { mode: 'bypass', deny: ['pay(50)'] }).verdict).not.toBe('allow');
  });

  test('the whole tool and exact arguments are not its business', () => {
    const none = upTo(() => false);
    expect(verdictOf(none, { a: 1 }, { allow: ['pay(*)'] }).verdict).toBe('allow');
    expect(verdictOf(none, { a: 1 }, { allow: ['pay({"a":1})'] }).verdict).toBe('allow');
  });

  test('what it answered is data, and enough to decide again', () => {
    const [part] = pay.read({ tool: 'pay', input: { amount: 5 } }, {} as never);
    const recorded: Tool = {
      name: 'pay',
      kind: 'other',
      read: () => [JSON.parse(JSON.stringify(part))],
      offer: () => [],
    };
    const again = (rules: object) => verdictOf(recorded, { amount: 5 }, rules).verdict;
    // Before anything was asked, nothing is known.
    expect(again({ allow: ['pay(50)'] })).toBe('ask');
    if (part.subject.kind === 'tool') part.subject.matches?.('50');
    expect([again({ allow: ['pay(50)'] }), again({ allow: ['pay(60)'] })]).toEqual(['allow', 'ask']);
  });
});

describe('definePolicy', () => {
  const pay = defineTool({ name: 'pay', schema: amounts });

  test('is the layer as written', () => {
    expect(definePolicy({ allow: ['pay'] }, { tools: [pay] })).toEqual({ allow: ['pay'] });
  });

  test.each([
    ['a tool that nobody bears', { deny: ['pya'] }, 'did you mean `pay`?'],
    ['a hidden tool that nobody bears', { tools: { hidden: ['pya'] } }, 'did you mean `pay`?'],
    ['an operator', { allow: [{ rule: 'pay', when: { amount: { lteq: 5 } } }] }, 'there is no test `lteq`'],
  ])('throws in plain JavaScript on %s', (_what, layer, text) => {
    const define = (): unknown => definePolicy(layer as never, { tools: [pay] });
    expect(define).toThrow(PolicyError);
    expect(define).toThrow(text);
  });

  test('the built-in names that compile are those that there are', () => {
    const compiled: Record<BuiltInName, true> = {
      Bash: true,
      PowerShell: true,
      shell: true,
      Read: true,
      read: true,
      Write: true,
      write: true,
      Edit: true,
      MultiEdit: true,
      NotebookEdit: true,
      Glob: true,
      Grep: true,
      WebFetch: true,
      WebSearch: true,
      apply_patch: true,
      url: true,
      mcp: true,
    };
    const { unreadable: _internal, ...named } = Object.fromEntries(toolboxOf().named);
    expect(new Set(Object.keys(compiled))).toEqual(new Set([...knownNames.keys(), ...Object.keys(named)]));
  });
});
