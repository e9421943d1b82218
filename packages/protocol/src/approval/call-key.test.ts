import { expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { callKey } from './call-key.ts';

const base: ToolCall = { tool: 'Bash', input: { command: 'make', n: 1 }, cwd: '/a' };

test.each<[string, ToolCall]>([
  ['another tool', { ...base, tool: 'bash' }],
  ['another input', { ...base, input: { command: 'make', n: 2 } }],
  ['one argument more', { ...base, input: { ...base.input, x: null } }],
  ['a number as a text', { ...base, input: { command: 'make', n: '1' } }],
  ['a big integer', { ...base, input: { command: 'make', n: 1n } }],
  ['nothing instead of a number', { ...base, input: { command: 'make', n: undefined } }],
  ['not a number', { ...base, input: { command: 'make', n: Number.NaN } }],
  ['a list', { ...base, input: { command: ['make'], n: 1 } }],
  ['an object that looks like a list', { ...base, input: { command: { 0: 'make' }, n: 1 } }],
  ['another place', { ...base, cwd: '/b' }],
  ['another agent', { ...base, agent: { name: 'sub' } }],
  ['another parent', { ...base, agent: { name: 'main', parents: ['x'] } }],
  ['another host', { ...base, host: 'h' }],
  ['another server', { ...base, mcp: { server: 's', tool: 't' } }],
  ['its own parts pushed together', { ...base, tool: 'Bash","x' }],
])('%s is another call', (_name, call) => {
  expect(callKey(call, '/')).not.toBe(callKey(base, '/'));
});

test.each<[string, ToolCall, string]>([
  ['the order of arguments', { ...base, input: { n: 1, command: 'make' } }, '/'],
  ['the session', { ...base, session: 's' }, '/'],
  ['main by its name', { ...base, agent: { name: 'main' } }, '/'],
  ['the directory said or given', { tool: base.tool, input: base.input }, '/a'],
])('%s makes no other call', (_name, call, directory) => {
  expect(callKey(call, directory)).toBe(callKey(base, '/'));
});

test.each([[new Date(0)], [new Map()], [new Set([1])]])(
  '%o is equal to nothing, so no grant for an exact call meets it',
  (value) => {
    expect(callKey({ ...base, input: { value } }, '/')).not.toBe(callKey({ ...base, input: { value } }, '/'));
  },
);

test('a key holds none of the call', () => {
  expect(callKey({ tool: 't', input: { password: 'hunter22' } }, '/')).toMatch(/^[\w-]{43}$/);
});
