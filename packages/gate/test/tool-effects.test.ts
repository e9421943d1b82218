import { describe, expect, it, test } from 'vitest';
import { createGate, defineTool, fixedWorld, type Layer, type Tool } from '../src/index.ts';
import { describeMcp, type McpTool, type ToolSpec } from '../src/entries/tools.ts';

const world = fixedWorld();

function verdict(tool: Tool, input: Record<string, unknown>, policy: Layer): string {
  const gate = createGate({ policy, tools: [tool], world: () => world });
  return gate.explain({ tool: tool.name, input }).decision.verdict;
}

describe('a tool of an app states its effects', () => {
  const refund = defineTool({ name: 'refund', effects: ['pay'] });

  it.each<[string, Layer]>([
    ['allow', { allow: ['Effect(pay)'] }],
    ['ask', { allow: ['Effect(read)', 'Effect(run-other)'] }],
    ['deny', { allow: ['refund'], deny: ['Effect(pay)'] }],
    ['ask', { allow: [{ rule: 'refund', effects: ['read'] }] }],
    ['allow', { allow: [{ rule: 'refund', effects: ['pay'] }] }],
    ['ask', { allow: ['refund'], ask: ['Effect(pay)'] }],
  ])('%s under %j', (expected, policy) => expect(verdict(refund, {}, policy)).toBe(expected));

  it('by its arguments, certain or possible', () => {
    const orders = defineTool({
      name: 'orders',
      effects: ({ action }) =>
        action === 'list' ? ['remote-read'] : ['remote-change', { effect: 'pay', possible: true }],
    });
    const policy = { allow: ['Effect(remote-read)', 'Effect(remote-change)'], deny: ['Effect(pay)'] };
    expect(verdict(orders, { action: 'list' }, policy)).toBe('allow');
    // It may pay: a deny that may match asks.
    expect(verdict(orders, { action: 'place' }, policy)).toBe('ask');
  });

  it('beside what it touches: a file that it writes is an edit, and rules about the file bind', () => {
    const report = defineTool({
      name: 'report',
      effects: ['remote-read'],
      touches: ({ to }) => [{ access: 'write', path: String(to) }],
    });
    const policy = { allow: ['Effect(remote-read)'], deny: ['Write(**/*.lock)'] };
    expect(verdict(report, { to: 'out.md' }, policy)).toBe('ask');
    const editing = { ...policy, allow: ['Effect(remote-read)', 'Effect(edit)'] };
    expect(verdict(report, { to: 'out.md' }, editing)).toBe('allow');
    expect(verdict(report, { to: 'a.lock' }, editing)).toBe('deny');
    expect(verdict(report, { to: '/srv/other/out.md' }, editing)).toBe('ask');
  });

  it('is read-only where it only reads, and not where it says that it pays', () => {
    const explore: Layer = { mode: 'explore' };
    const named = (spec: Omit<ToolSpec, 'name'>): string =>
      verdict(defineTool({ name: 'x', ...spec }), {}, explore);
    expect(named({ effects: ['remote-read'] })).toBe('allow');
    expect(named({ effects: ['remote-read'], readOnly: false })).toBe('deny');
    expect(named({ effects: ['pay'], readOnly: true })).toBe('deny');
    expect(named({ effects: ['read'], touches: () => [{ access: 'write', path: 'a' }] })).toBe('deny');
  });

  it('refuses what is not an effect when it is defined, and asks where a function answers so', () => {
    const define = (effects: unknown): Tool => defineTool({ name: 'x', effects } as ToolSpec);
    expect(() => define(['publsh'])).toThrow('there is no effect `publsh`; did you mean `publish`?');
    expect(() => define([])).toThrow('effects names no effect');
    expect(() => define('pay')).toThrow('effects names no effect');
    expect(() => define([{ effect: 'edit', access: {} }])).toThrow('there is no `access`');
    for (const answer of [[], ['raed'], Promise.resolve(['read']), undefined])
      expect(
        verdict(
          define(() => answer),
          {},
          { allow: ['x', 'Effect(read)'] },
        ),
      ).toBe('ask');
  });
});

const quiet: Layer = {
  allow: ['Effect(remote-read)', 'Effect(read)', 'Effect(edit)'],
  ask: ['Effect(remote-destroy)', 'Effect(publish)'],
};

function mcpVerdict(about: Partial<McpTool>, policy: Layer, input: Record<string, unknown> = {}): string {
  const mcp = { server: 'tracker', tool: 'get_issue', ...about };
  const gate = createGate({ policy, world: () => world });
  return gate.explain({ tool: `mcp__${mcp.server}__${mcp.tool}`, input, mcp }).decision.verdict;
}

describe('a description of an MCP tool states its effects', () => {
  const described = (effects: readonly string[]): Layer => ({
    ...quiet,
    tools: { describe: [{ tool: 'mcp__tracker__*', effects: effects as ['read'] }] },
  });

  test('which rules about effects see', () => {
    expect(mcpVerdict({}, quiet)).toBe('ask');
    expect(mcpVerdict({}, described(['remote-read']))).toBe('allow');
    expect(mcpVerdict({}, described(['remote-read', 'pay']))).toBe('ask');
    expect(mcpVerdict({}, { ...described(['remote-read']), deny: ['Effect(remote-read)'] })).toBe('deny');
  });

  test('rules about files still bind, and an edit elsewhere needs one of its own', () => {
    const secret = { path: '/home/dev/project/.env' };
    const denied = { ...described(['remote-read']), deny: ['Read(**/.env)'] };
    expect(mcpVerdict({}, denied, secret)).toBe('deny');
    expect(mcpVerdict({ tool: 'save' }, described(['edit']), { path: '/srv/other/a' })).toBe('ask');
    expect(mcpVerdict({ tool: 'save' }, described(['edit']), { path: '/home/dev/project/a' })).toBe('allow');
  });

  test('one that may only tighten adds its effects', async () => {
    const gate = createGate({
      policy: [
        described(['remote-read']),
        {
          layer: 'project',
          trusted: false,
          tools: { describe: [{ tool: 'mcp__tracker__get_issue', effects: ['publish'] }] },
        },
      ],
      world: () => world,
    });
    expect((await gate.check({ tool: 'mcp__tracker__get_issue', input: {} })).verdict).toBe('ask');
    expect((await gate.check({ tool: 'mcp__tracker__get_user', input: {} })).verdict).toBe('allow');
  });

  test('a misspelt one is refused with the nearest name', () => {
    expect(() => describeMcp({ tool: 'mcp__a__b', effects: ['remote-reed' as 'read'] })).toThrow(
      'did you mean `remote-read`?',
    );
    expect(() => createGate({ policy: described(['remote-reed']) })).toThrow(
      /there is no effect `remote-reed`[\s\S]*did you mean `remote-read`\?/u,
    );
  });
});

describe('what a server says of itself only tightens', () => {
  const all: Layer = { ...quiet, allow: [...(quiet.allow ?? []), 'mcp__tracker'] };

  test.each([
    ['get_issue', 'allow'],
    ['get_latest_release', 'allow'],
    ['create_issue', 'allow'],
    ['delete_issue', 'ask'],
    ['issues_delete', 'ask'],
    ['deleteIssue', 'ask'],
    ['merge_pull_request', 'ask'],
    ['tracker_send_message', 'ask'],
    ['create_release', 'ask'],
  ])('%s of a server that is allowed as a whole: %s', (tool, expected) =>
    expect(mcpVerdict({ tool }, all)).toBe(expected),
  );

  test('a harmless name with destructiveHint', () => {
    expect(mcpVerdict({ hints: { destructive: true } }, all)).toBe('ask');
    expect(mcpVerdict({ hints: { destructive: true, readOnly: true } }, all)).toBe('ask');
  });

  test('readOnlyHint is believed of a server that the policy trusts, unless it contradicts itself', async () => {
    const trusting: Layer = { ...quiet, tools: { describe: [{ tool: 'mcp__tracker__*', trusted: true }] } };
    expect(mcpVerdict({ hints: { readOnly: true } }, quiet)).toBe('ask');
    expect(mcpVerdict({ hints: { readOnly: true } }, trusting)).toBe('allow');
    expect(mcpVerdict({ hints: { readOnly: true, destructive: true } }, trusting)).toBe('ask');
    expect(mcpVerdict({}, trusting)).toBe('ask');
    expect(mcpVerdict({ server: 'tracker__x', hints: { readOnly: true } }, trusting)).toBe('ask');
    const project: Layer = { ...trusting, layer: 'project', trusted: false };
    const gate = createGate({ policy: [quiet, project], world: () => world });
    const mcp = { server: 'tracker', tool: 'get_issue', hints: { readOnly: true } };
    expect((await gate.check({ tool: 'mcp__tracker__get_issue', input: {}, mcp })).verdict).toBe('ask');
  });
});
