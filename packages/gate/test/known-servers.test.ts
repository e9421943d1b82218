import { expect, test } from 'vitest';
import { createGate, fixedWorld, type Layer, type ToolCall } from '../src/index.ts';

const row = {
  package: '@modelcontextprotocol/server-filesystem@2026.8.31',
  pin: 'QyhDH_jRoskQ4xEEBDDAg7ikIgp9o2G3Q-b9Wx61fHk',
};
const policy: Layer = { allow: ['Read(./src/**)'] };

function verdict(mcp: Partial<NonNullable<ToolCall['mcp']>>, tool = 'read_text_file'): string {
  const gate = createGate({ policy, world: () => fixedWorld() });
  return gate.decide({
    tool: `mcp__filesystem__${tool}`,
    input: { path: '/home/dev/project/src/a.ts' },
    mcp: { server: 'filesystem', tool, ...mcp },
  }).verdict;
}

test('a server is known by the package that was started and by what its tool says, never by its name', () => {
  expect(verdict(row)).toBe('allow');
  expect(verdict({})).toBe('ask');
  expect(verdict({ pin: row.pin })).toBe('ask');
  expect(verdict({ package: row.package })).toBe('ask');
  expect(verdict({ ...row, pin: 'changed' })).toBe('ask');
  expect(verdict({ ...row, package: '@modelcontextprotocol/server-filesystem@2026.9.1' })).toBe('ask');
  expect(verdict({ ...row, package: '@evil/server-filesystem@2026.8.31' })).toBe('ask');
  expect(verdict(row, 'write_file')).toBe('ask');
  expect(verdict({ ...row, package: '__proto__' })).toBe('ask');
});
