import { describe, expect, test } from 'vitest';
import type { Approval } from '@permesso/protocol/approval';
import { createGate, type GateOptions } from '../../gate/gate.ts';
import { mastra, type MastraGuard } from './mastra.ts';

const guardOf = (options: GateOptions): MastraGuard => mastra(createGate(options), { session: 's' });
const asks = {
  policy: { ask: ['deploy'], deny: [{ rule: 'deploy', when: { target: { equals: 'moon' } } }] },
};

describe('the hook', () => {
  test('lets through, refuses with words, and stops at a question', async () => {
    const about = { toolName: 'deploy', input: { target: 'x' }, context: {} };
    expect(await guardOf({ policy: { allow: ['deploy'] } }).hooks.beforeToolCall(about)).toBe(undefined);
    const denies = {
      policy: { deny: [{ rule: 'deploy', when: { target: { equals: 'x' } }, guidance: 'Never.' }] },
    };
    expect(await guardOf(denies).hooks.beforeToolCall(about)).toMatchObject({
      proceed: false,
      output: expect.stringContaining('Never.') as string,
    });
    const shown: unknown[] = [];
    const suspend = (payload: { readonly approval: Approval }): Promise<unknown> =>
      Promise.resolve(shown.push(payload.approval.request.id));
    const context = { toolCallId: 'c', suspend };
    expect(await guardOf(asks).hooks.beforeToolCall({ ...about, context })).toEqual({
      proceed: false,
      output: undefined,
    });
    expect(shown).toEqual(['c']);
  });

  test('runs an edited call as edited, in place, and keeps the answer from the tool', async () => {
    const guard = guardOf(asks);
    const suspend = (): Promise<unknown> => Promise.resolve();
    const input = { target: 'x', force: true };
    await guard.hooks.beforeToolCall({ toolName: 'deploy', input, context: { toolCallId: 'c', suspend } });
    const [asked] = await guard.pending('s');
    await guard.answer(asked?.id ?? '', { verdict: 'allow', input: { target: 'moon' } });
    const context = { toolCallId: 'c', suspend, resumeData: { approved: true } };
    expect(await guard.hooks.beforeToolCall({ toolName: 'deploy', input, context })).toMatchObject({
      proceed: false,
    });
    expect(input).toEqual({ target: 'x', force: true });

    await guard.hooks.beforeToolCall({ toolName: 'deploy', input, context: { toolCallId: 'd', suspend } });
    const allowing = mastra(createGate({ policy: { ask: ['deploy'], allow: ['other'] } }), { session: 's' });
    const again = { toolCallId: 'd', suspend, resumeData: { approved: true } };
    await allowing.hooks.beforeToolCall({ toolName: 'deploy', input, context: { toolCallId: 'd', suspend } });
    expect(await allowing.hooks.beforeToolCall({ toolName: 'deploy', input, context: again })).toBe(
      undefined,
    );
    expect(again).not.toHaveProperty('resumeData');
  });

  test.each([[true], ['yes'], [{ approved: 'true' }], [{ approved: 1 }]])(
    'resumed with %j: not a yes',
    async (resumeData) => {
      const guard = guardOf(asks);
      const suspend = (): Promise<unknown> => Promise.resolve();
      const about = { toolName: 'deploy', input: { target: 'x' } };
      await guard.hooks.beforeToolCall({ ...about, context: { toolCallId: 'c', suspend } });
      const resumed = await guard.hooks.beforeToolCall({
        ...about,
        context: { toolCallId: 'c', suspend, resumeData },
      });
      expect(resumed).toMatchObject({ proceed: false });
    },
  );
});

test('hidden tools are left out; the others keep everything but their doors', async () => {
  class Tool {
    readonly id = 'deploy';
    readonly requireApproval = true;
    readonly execute = (input: unknown): unknown => input;
  }
  const guard = guardOf({ policy: { allow: ['deploy'], tools: { hidden: ['vault'] } } });
  const tools = guard.guardTools({ deploy: new Tool(), vault: new Tool() });
  expect(Object.keys(tools)).toEqual(['deploy']);
  expect(tools.deploy).toBeInstanceOf(Tool);
  expect(tools.deploy.requireApproval).toBe(false);
  expect(await tools.deploy.execute({ a: 1 })).toEqual({ a: 1 });
});
