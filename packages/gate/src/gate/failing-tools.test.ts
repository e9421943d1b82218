import { modes } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import { type Check, defineTool, type Tool, type ToolSpec } from '@permesso/engine/facts';
import { gateWith } from '../../test/gate-with.ts';

describe('a tool whose own code fails', () => {
  const failing: readonly [string, Partial<ToolSpec>][] = [
    [
      'a check that throws',
      {
        check: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'a check that throws a text',
      {
        check: () => {
          throw 'no idea' as unknown as Error;
        },
      },
    ],
    [
      'a check that promises',
      { check: () => Promise.resolve({ outcome: 'allow', reason: 'x' }) as unknown as Check },
    ],
    ['a check with another outcome', { check: () => ({ outcome: 'yes' }) as unknown as Check }],
    ['a check that answers true', { check: () => true as unknown as Check }],
    ['a check that answers null', { check: () => null as unknown as Check }],
    ['a check with an inherited outcome', { check: () => ({ outcome: 'toString' }) as unknown as Check }],
    [
      'a read-only test that throws',
      {
        readOnly: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'a subject that throws',
      {
        subject: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'touches that throw',
      {
        touches: () => {
          throw new Error('no idea');
        },
      },
    ],
    ['touches that promise', { touches: () => Promise.resolve([]) as unknown as [] }],
  ];
  test.each(failing)(
    '%s: ask, whatever the allow rules say, with the error in the receipt',
    async (_name, spec) => {
      const tools = [defineTool({ name: 'flaky', ...spec })];
      const call = { tool: 'flaky', input: {} };
      for (const mode of ['default', 'acceptEdits'] as const) {
        const decision = await gateWith({ tools, mode, policy: { allow: ['*'] } }).check(call);
        expect(decision.verdict).toBe('ask');
        expect(decision.receipt.parts[0]?.reason).toMatch(/^the tool's own check failed: /);
        expect(decision.suggestions).toEqual([]);
      }
      for (const options of [
        { mode: 'dontAsk' as const },
        { interactive: false },
        { mode: 'explore' as const },
      ])
        expect((await gateWith({ tools, policy: { allow: ['*'] }, ...options }).check(call)).verdict).toBe(
          'deny',
        );
    },
  );

  test.each<[string, unknown]>([
    ['a promise', Promise.resolve(true)],
    ['a text', 'yes'],
    ['a number', 1],
  ])('a read-only test that answers %s proves nothing', async (_name, answer) => {
    const tools = [defineTool({ name: 'flaky', readOnly: () => answer as boolean })];
    expect((await gateWith({ tools, mode: 'explore' }).check({ tool: 'flaky', input: {} })).verdict).toBe(
      'deny',
    );
  });

  test('a deny rule about files may mean a tool whose reach is not known', async () => {
    const tools = [
      defineTool({
        name: 'flaky',
        touches: () => {
          throw new Error('no idea');
        },
      }),
    ];
    const decision = await gateWith({ tools, policy: { deny: ['Read(.env)'] } }).check({
      tool: 'flaky',
      input: {},
    });
    expect(decision).toMatchObject({ verdict: 'ask', receipt: { parts: [{ step: 'mayDeny' }] } });
  });

  test.each<[string, unknown]>([
    ['no parts', []],
    ['a promise', Promise.resolve([])],
    ['nothing', undefined],
    ['a part that is null', [null]],
  ])('a tool that finds %s is never allowed', async (_name, parts) => {
    const tool: Tool = {
      name: 'odd',
      kind: 'other',
      read: () => parts as ReturnType<Tool['read']>,
      offer: () => [],
    };
    for (const mode of modes)
      expect(
        (await gateWith({ tools: [tool], mode, policy: { allow: ['*'] } }).check({ tool: 'odd', input: {} }))
          .verdict,
      ).not.toBe('allow');
  });
});
