import { describe, expect, test } from 'vitest';
import { createGate, memoryLog, type Gate } from '../../src/index.ts';
import { createWire, type WireOptions } from '../../src/cli/decide/wire.ts';
import { sendHostile } from './check-hostile.ts';

/** As much of any answer as is looked at here. */
interface WireAnswer {
  readonly v: number;
  readonly id: string;
  readonly result: {
    readonly verdict: string;
    readonly approval: string;
    readonly decision: { readonly verdict: string };
  };
  readonly error: { readonly code: string };
}

const policy = { allow: ['look'], deny: ['wipe'] };

function wireOf(gate: Gate = createGate({ policy }), options: WireOptions = {}) {
  const wire = createWire(gate, options);
  return async (method: string, params: object): Promise<WireAnswer> =>
    JSON.parse(await wire(JSON.stringify({ v: 1, id: 'a', method, params }))) as WireAnswer;
}

const call = (tool: string): object => ({ tool, input: { n: 1 } });

describe('the wire contract', () => {
  test.each([
    ['look', 'allow'],
    ['wipe', 'deny'],
    ['other', 'ask'],
  ])('%s: %s, the same decision as in the library', async (tool, verdict) => {
    const gate = createGate({ policy });
    const { v, id, result } = await wireOf(gate)('decide', { call: call(tool) });
    expect([v, id, result.verdict]).toEqual([1, 'a', verdict]);
    expect(JSON.stringify(result)).toBe(JSON.stringify(gate.decide({ tool, input: { n: 1 } })));
    expect((await wireOf(gate)('explain', { call: call(tool) })).result.decision.verdict).toBe(verdict);
  });

  test('visible tools, and how a call ended', async () => {
    const log = memoryLog();
    const send = wireOf(createGate({ policy, log }));
    expect((await send('visibleTools', { tools: ['look', 'wipe'] })).result).toEqual({ tools: ['look'] });
    await send('authorize', { call: call('look') });
    await send('ran', { call: call('look'), outcome: { ok: false, error: 'x' } });
    expect(log.entries.map(({ type }) => type)).toEqual(['decided', 'ended']);
  });

  test('an ask can be answered once, for this call, and only where answers are on', async () => {
    const log = memoryLog();
    const gate = createGate({ policy, log });
    const send = wireOf(gate, { answers: true });
    const { approval } = (await send('authorize', { call: call('other') })).result;
    const wide = { verdict: 'allow', scope: 'user', rules: ['*'], by: 'ann' };
    expect((await send('answer', { approval, answer: wide })).result.verdict).toBe('allow');
    expect((await send('answer', { approval, answer: wide })).error.code).toBe('unknown');
    expect(gate.decide({ tool: 'other', input: { n: 1 } }).verdict).toBe('ask');
    expect(log.entries.some(({ type }) => type === 'granted')).toBe(false);
    const shut = wireOf(gate);
    const asked = (await shut('authorize', { call: call('other') })).result;
    expect([asked.verdict, asked.approval]).toEqual(['ask', undefined]);
    expect((await shut('answer', { approval, answer: wide })).error.code).toBe('off');
  });

  test.each<[string, string, string]>([
    ['no JSON', '{', 'request'],
    ['no object', '[]', 'request'],
    ['another version', '{"v":2,"id":1,"method":"decide"}', 'version'],
    ['no id', '{"v":1,"method":"decide"}', 'request'],
    ['an inherited method', '{"v":1,"id":1,"method":"toString"}', 'method'],
    ['no call', '{"v":1,"id":1,"method":"decide","params":{}}', 'params'],
    ['no outcome', '{"v":1,"id":1,"method":"ran","params":{"call":{}}}', 'params'],
    ['too long', `{"v":1,"id":1,"x":"${'a'.repeat(5 * 1024 * 1024)}"}`, 'request'],
  ])('%s is an error', async (_name, line, code) => {
    const answer = JSON.parse(await createWire(createGate({ policy }))(line)) as { error: { code: string } };
    expect(answer.error.code).toBe(code);
  });

  test('a malformed call is denied', async () => {
    expect(
      (await wireOf()('authorize', { call: { tool: 'look', input: {}, principal: {} } })).result.verdict,
    ).toBe('deny');
  });

  test('hostile messages are answered, each in one line', async () => {
    const { messages, errors, results } = await sendHostile(2000, 7);
    expect(messages).toBe(2000);
    expect(Math.min(errors, results)).toBeGreaterThan(100);
  });
});
