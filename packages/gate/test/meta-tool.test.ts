import { describe, expect, test } from 'vitest';
import { createGate, defineTool, fixedWorld, type Layer, type Mode, type Verdict } from '../src/index.ts';
import { metaTool } from '../src/entries/tools.ts';

const invoke = metaTool({ tool: 'invoke', name: '$.name', args: '$.args', ignores: ['reason'] });
const hub = metaTool({ tool: 'mcp__hub__call', name: 'call.tool', args: 'call.arguments', server: 'github' });
const broken = defineTool({
  name: 'broken',
  check: () => {
    throw new Error('out of order');
  },
});
const world = fixedWorld();

function decide(
  input: Record<string, unknown>,
  policy: Layer,
  { mode = 'default', tool = 'invoke' }: { readonly mode?: Mode; readonly tool?: string } = {},
) {
  return createGate({ policy, mode, tools: [invoke, hub, broken], world: () => world }).explain({
    tool,
    input,
  }).decision;
}

type Row = readonly [input: Record<string, unknown>, policy: Layer, verdict: Verdict];

const bash = (command: string): Record<string, unknown> => ({ name: 'Bash', args: { command } });

describe('a call of a meta-tool is decided as the call that it carries', () => {
  const rows: readonly Row[] = [
    [bash('git status'), {}, 'allow'],
    [bash('npm test'), {}, 'ask'],
    [bash('npm test'), { allow: ['Bash(npm test:*)'] }, 'allow'],
    [bash('npm test'), { allow: ['invoke'] }, 'ask'],
    [bash('npm test && git push'), { allow: ['Bash'] }, 'allow'],
    [bash('npm test > out.txt'), { allow: ['Bash'] }, 'allow'],
    [bash('npm test > out.txt'), { allow: ['Bash(npm test:*)'] }, 'ask'],
    [bash('npm test > ~/.bashrc'), { allow: ['Bash', 'invoke'] }, 'ask'],
    [bash('sudo r""m -rf x'), { allow: ['Bash'], deny: ['Bash(rm:*)'] }, 'deny'],
    [{ name: 'Read', args: { file_path: '.env' } }, { allow: ['Read'] }, 'ask'],
    [{ name: 'Read', args: { file_path: 'a.ts' } }, { allow: ['Read'] }, 'allow'],
    [
      { name: 'Read', args: { file_path: 'x/../secret' } },
      { allow: ['Read'], deny: ['Read(./secret)'] },
      'deny',
    ],
    [
      { name: 'refund', args: { amount: 5 } },
      { allow: [{ rule: 'refund', when: { amount: { lt: 10 } } }] },
      'allow',
    ],
    [
      { name: 'refund', args: { amount: 50 } },
      { allow: [{ rule: 'refund', when: { amount: { lt: 10 } } }] },
      'ask',
    ],
    [
      { name: 'refund', args: '{"amount": 5}' },
      { allow: [{ rule: 'refund', when: { amount: { lt: 10 } } }] },
      'allow',
    ],
    [{ name: 'refund' }, { allow: ['refund'] }, 'allow'],
    [{ name: 'mcp__gh__get', args: {} }, { allow: ['mcp__gh__get'] }, 'allow'],
    [{ name: 'mcp__gh__x__get', args: {} }, { allow: ['mcp__gh'] }, 'ask'],
    [{ name: 'refund', args: {} }, { allow: ['refund'], deny: ['invoke'] }, 'deny'],
    [{ name: 'refund', args: {} }, { allow: ['refund'], ask: ['invoke'] }, 'ask'],
    [{ name: 'refund', args: {}, reason: 'because' }, { allow: ['refund'] }, 'allow'],
  ];
  test.each(rows)('%j under %j: %s', (input, policy, verdict) => {
    expect(decide(input, policy).verdict).toBe(verdict);
  });
});

describe('what cannot be read is never simply allowed', () => {
  const everything: Layer = { allow: ['*', 'Bash', 'mcp', 'invoke'] };
  const unread: readonly Record<string, unknown>[] = [
    {},
    { name: '' },
    { name: 5, args: {} },
    { name: ['Bash'], args: {} },
    { name: 'refund', args: [] },
    { name: 'refund', args: 'not json' },
    { name: 'refund', args: '[1]' },
    { name: 'refund', args: 7 },
    { name: 'refund', args: {}, arguments: { amount: 1e6 } },
    { name: 'refund', tool: 'Bash', args: {} },
    { name: 'invoke', args: { name: 'refund', args: {} } },
    { name: 'mcp__hub__call', args: {} },
    JSON.parse('{"__proto__": {"name": "refund"}, "args": {}}') as Record<string, unknown>,
  ];
  test.each(unread)('%j', (input) => {
    expect(decide(input, everything).verdict).toBe('ask');
    expect(decide(input, everything, { mode: 'explore' }).verdict).toBe('deny');
    expect(decide(input, everything, { mode: 'dontAsk' }).verdict).toBe('deny');
    // Any deny or ask rule may mean it, whatever it speaks about.
    for (const rule of [
      'Bash(rm:*)',
      'mcp__prod',
      'Read(./x)',
      'WebFetch(domain:x.example)',
      'deploy({"a":1})',
    ]) {
      expect(decide(input, { deny: [rule] }, { mode: 'bypass' }).verdict).toBe('ask');
      expect(decide(input, { ask: [rule] }, { mode: 'bypass' }).verdict).toBe('ask');
    }
    const conditional = { rule: 'refund', when: { amount: { gt: 10 } } };
    expect(decide(input, { deny: [conditional] }, { mode: 'bypass' }).verdict).toBe('ask');
  });

  test('an inner tool that fails asks, and says so', () => {
    const decision = decide({ name: 'broken', args: {} }, { allow: ['broken', 'invoke'] });
    expect(decision.verdict).toBe('ask');
    expect(decision.message).toContain('out of order');
  });
});

describe('modes', () => {
  test('explore runs what the inner call proves to read', () => {
    expect(decide(bash('cat a.ts'), {}, { mode: 'explore' }).verdict).toBe('allow');
    expect(decide(bash('touch a.ts'), { allow: ['Bash'] }, { mode: 'explore' }).verdict).toBe('deny');
  });

  test('acceptEdits accepts the edit that it carries', () => {
    const edit = { name: 'Write', args: { file_path: 'src/a.ts', content: '' } };
    expect(decide(edit, {}, { mode: 'acceptEdits' }).verdict).toBe('allow');
    const outside = { name: 'Write', args: { file_path: '/etc/hosts', content: '' } };
    expect(decide(outside, {}, { mode: 'acceptEdits' }).verdict).toBe('ask');
  });

  test('dontAsk needs a rule for the inner call alone', () => {
    expect(decide({ name: 'refund', args: {} }, { allow: ['refund'] }, { mode: 'dontAsk' }).verdict).toBe(
      'allow',
    );
    expect(decide({ name: 'refund', args: {} }, { allow: ['invoke'] }, { mode: 'dontAsk' }).verdict).toBe(
      'deny',
    );
  });
});

test('inner names can be tools of one server, and nested fields are found', () => {
  const call = (tool: string, rest: object = {}) => ({ call: { tool, arguments: {} }, ...rest });
  const at = { tool: 'mcp__hub__call' };
  expect(decide(call('get_issue'), { allow: ['mcp__github__get_*'] }, at).verdict).toBe('allow');
  expect(decide(call('delete_repo'), { allow: ['mcp__github__get_*'] }, at).verdict).toBe('ask');
  expect(decide(call('delete_repo'), { allow: ['mcp'], deny: ['mcp__github__delete_*'] }, at).verdict).toBe(
    'deny',
  );
  // The server is declared, so a name with underscores cannot pretend to be another server's.
  expect(decide(call('x__get'), { allow: ['mcp__github__x__get'] }, at).verdict).toBe('allow');
  expect(decide(call('Bash'), { allow: ['Bash'] }, at).verdict).toBe('ask');
  expect(decide(call('get_issue', { extra: 1 }), { allow: ['mcp'] }, at).verdict).toBe('ask');
  expect(
    decide({ call: { tool: 'get_issue', arguments: {}, also: 1 } }, { allow: ['mcp'] }, at).verdict,
  ).toBe('ask');
});

test('rules are offered for the inner call, and each sticks', () => {
  const decision = decide({ name: 'mcp__gh__create', args: { n: 1 } }, {});
  expect(decision.suggestions.map(({ rules }) => rules)).toEqual([['mcp__gh__create']]);
  expect(decide(bash('npm test'), {}).suggestions[0]?.rules).toEqual(['Bash(npm test)']);
});

test('the receipt shows both', () => {
  const { receipt } = decide(bash('git status && npm test'), { allow: ['Bash(npm test)'] });
  expect(receipt.parts.map(({ label, verdict }) => `${verdict} ${label}`)).toEqual([
    'allow invoke',
    'allow git status',
    'allow npm test',
  ]);
});

test('a shape that cannot be meant is refused when it is written', () => {
  expect(() => metaTool({ tool: 'x', name: '$.calls[*].name', args: '$.args' })).toThrow('one field');
  expect(() => metaTool({ tool: 'x', name: '', args: '$.args' })).toThrow('empty');
});
