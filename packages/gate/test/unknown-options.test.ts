import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '../src/gate/gate.ts';
import { guardTransport } from '../src/mcp/transports/guard-transport.ts';
import { aiSdk } from '../src/sdks/ai-sdk/ai-sdk.ts';
import { claudeAgent } from '../src/sdks/claude-agent-sdk/claude-agent-sdk.ts';
import { copilot } from '../src/sdks/copilot-sdk/copilot-sdk.ts';
import { guard } from '../src/sdks/guard/guard.ts';
import { beforeCall } from '../src/sdks/interceptor/interceptor.ts';
import { langchain } from '../src/sdks/langchain/langchain.ts';
import { mastra } from '../src/sdks/mastra/mastra.ts';
import { openaiAgents } from '../src/sdks/openai-agents/openai-agents.ts';
import { postgresStores } from '../src/stores/postgres.ts';
import { redisStores } from '../src/stores/redis.ts';
import { createWire } from '../src/wire/wire.ts';

const gate = createGate({ policy: { allow: ['*'] } });
class ToolMessage {
  readonly content: string;
  constructor({ content }: { readonly content: string }) {
    this.content = content;
  }
}

/** Every function that takes options, given an option of another name. */
const takers: Readonly<Record<string, (options: never) => unknown>> = {
  aiSdk: (options) => aiSdk(gate, options),
  openaiAgents: (options) => openaiAgents(gate, options),
  langchain: (options: object) => langchain(gate, { ToolMessage, ...options }),
  mastra: (options) => mastra(gate, options),
  claudeAgent: (options) => claudeAgent(gate, options),
  copilot: (options) => copilot(gate, options),
  guard: (options: object) => guard(gate, { tool: 'x', ...options }, () => 1),
  'the tools of aiSdk': (options) => aiSdk(gate).guardTools({}, options),
  'the tools of openaiAgents': (options) => openaiAgents(gate).guardTools([], options),
  'the tools of langchain': (options) => langchain(gate, { ToolMessage }).guardTools([], options),
};

describe('Finding 25: an option that does not exist is refused, with the one that was meant', () => {
  test.each(Object.entries(takers))('%s', (name, take) => {
    const isOfRun = name === 'the tools of openaiAgents' || name === 'the tools of langchain';
    const [wrong, meant] = isOfRun ? ['agnet', 'agent'] : ['prinicpal', 'principal'];
    expect(() => take({ [wrong]: { tenant: 'acme', user: 'ann' } } as never)).toThrow(
      `has no option \`${wrong}\` (did you mean \`${meant}\`?)`,
    );
    expect(() => take({ entirelyOther: 1 } as never)).toThrow('has no option `entirelyOther`');
    expect(() => take({} as never)).not.toThrow();
  });

  test.each<[string, () => unknown]>([
    ['createGate', () => createGate({ policy: {}, aprover: 1 } as never)],
    ['beforeCall', () => beforeCall(gate, { aprover: 1 } as never)],
    ['createWire', () => createWire(gate, { anwers: true } as never)],
    ['guardTransport', () => guardTransport({} as never, { gate, server: 'a', sesion: 's' } as never)],
    ['postgresStores', () => postgresStores({} as never, { prefx: 'a_' } as never)],
    ['redisStores', () => redisStores({} as never, { prefx: 'a' } as never)],
  ])('%s', (_name, take) => {
    expect(take).toThrow(/has no option `\w+` \(did you mean `\w+`\?\)/);
  });

  test('what belongs to one call of a guarded function', async () => {
    const run = guard(gate, { tool: 'x' }, () => 1);
    await expect(run({}, { prinicpal: { user: 'ann' } } as never)).rejects.toThrow(
      'did you mean `principal`?',
    );
  });

  test.each(['prinicpal', 'onwer', 'tenant', 'user', 'sesssion'])('a call with `%s`', async (name) => {
    const call = { tool: 'x', input: {}, [name]: 'ann' } as unknown as ToolCall;
    expect(await gate.check(call)).toMatchObject({
      verdict: 'deny',
      message: expect.stringContaining(`a call has no key \`${name}\``) as string,
    });
    expect((await gate.authorize(call)).verdict).toBe('deny');
  });
});
