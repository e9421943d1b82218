import { modes } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import { defineTool } from '@permesso/engine/facts';
import { memoryLog } from '../log/entry/log.ts';
import { gateWith, yes } from '../../test/gate-with.ts';

const hostile = (key: string): unknown =>
  Object.defineProperty({ tool: 'Bash', input: { command: 'x' } }, key, {
    enumerable: true,
    get() {
      throw new Error('a trap');
    },
  });

describe('malformed calls', () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error('a trap');
      },
      has() {
        throw new Error('a trap');
      },
      ownKeys() {
        throw new Error('a trap');
      },
      getOwnPropertyDescriptor() {
        throw new Error('a trap');
      },
      getPrototypeOf() {
        throw new Error('a trap');
      },
    },
  );
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const cases: readonly [string, unknown, RegExp][] = [
    ['null', null, /the call is not an object/],
    ['undefined', undefined, /the call is not an object/],
    ['a text', 'Bash', /the call is not an object/],
    ['no tool', { input: {} }, /the call names no tool/],
    ['an empty tool', { tool: '', input: {} }, /the call names no tool/],
    ['no input', { tool: 'Bash' }, /the input is not an object/],
    ['a list as input', { tool: 'Bash', input: [] }, /the input is not an object/],
    ['a relative directory', { tool: 'Bash', input: {}, cwd: 'x' }, /`cwd` is not an absolute path/],
    ['a tool that is a trap', hostile('tool'), /the details were reported to the operator of this program/],
    [
      'an input that is a trap',
      hostile('input'),
      /the details were reported to the operator of this program/,
    ],
    [
      'a session that is a trap',
      hostile('session'),
      /the details were reported to the operator of this program/,
    ],
    [
      'an agent that is a trap',
      { tool: 'Bash', input: {}, agent: trap },
      /the details were reported to the operator of this program/,
    ],
    ['everything a trap', trap, /the details were reported to the operator of this program/],
    [
      'arguments that are a trap',
      { tool: 'other', input: trap },
      /the details were reported to the operator of this program/,
    ],
    ['arguments without end', { tool: 'other', input: cyclic }, /./],
  ];
  test.each(
    modes.flatMap((mode) => cases.map(([name, call, reason]) => [name, mode, call, reason] as const)),
  )('%s in %s: deny, with the reason', async (_name, mode, call, reason) => {
    const approver = scriptedApprover([yes]);
    const gate = gateWith({ policy: { allow: ['*'] }, mode, approver, log: memoryLog() });
    expect(await gate.check(call as ToolCall)).toMatchObject({
      verdict: 'deny',
      message: expect.stringMatching(reason),
    });
    expect(await gate.authorize(call as ToolCall)).toMatchObject({ verdict: 'deny' });
    expect(gate.explain(call as ToolCall)).toMatchObject({ decision: { verdict: 'deny' }, parts: [] });
    expect(approver.asked).toEqual([]);
  });
});

describe('hostile tool names', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then'])(
    '%s is a tool nobody described',
    async (name) => {
      const call = { tool: name, input: {} };
      expect((await gateWith().check(call)).verdict).toBe('ask');
      expect((await gateWith({ policy: { allow: [name] } }).check(call)).verdict).toBe('allow');
      expect((await gateWith({ policy: { allow: ['*'], deny: [name] } }).check(call)).verdict).toBe('deny');
      expect((await gateWith({ mode: 'dontAsk' }).check(call)).verdict).toBe('deny');
      const own = defineTool({ name, check: () => ({ outcome: 'deny', reason: 'mine' }) });
      expect((await gateWith({ tools: [own] }).check(call)).message).toBe(`Denied \`${name}\`: mine.`);
      expect(gateWith().visibleTools([name])).toEqual([name]);
    },
  );
});
