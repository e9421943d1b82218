import { expect, test } from 'vitest';
import { allowString, type AllowString } from './allow-string.ts';

const exact = { commands: 'exact' } as const;
const bash = (command: string): AllowString => allowString({ tool: 'Bash', input: { command } }, exact);
const write = (path: string): AllowString =>
  allowString({ tool: 'Write', input: { file_path: path } }, exact);

test('says a call as the program reads it', () => {
  expect(bash('git push')).toEqual({ text: 'shell(git push)' });
  expect(write('/path/to/file.txt')).toEqual({ text: 'write(/path/to/file.txt)' });
  const mcp = { server: 'filesystem', tool: 'read_file' };
  expect(allowString({ tool: 'mcp__filesystem__read_file', input: {}, mcp }, exact)).toEqual({
    text: 'MCP_filesystem(read_file)',
    rule: 'mcp__filesystem__read_file',
  });
});

test('says where it reaches further', () => {
  expect(allowString({ tool: 'Bash', input: { command: 'git push' } }, { commands: 'prefix' })).toEqual({
    text: 'shell(git push)',
    rule: 'Bash(git push:*)',
  });
  expect(allowString({ tool: 'Read', input: { file_path: '/a' } }, exact)).toEqual({
    text: 'read',
    rule: 'Read',
  });
  expect(allowString({ tool: 'WebFetch', input: { url: 'https://a.test' } }, exact)).toEqual({
    text: 'url',
    rule: 'WebFetch',
  });
});

test.each([
  'a; rm b',
  'a && rm b',
  'a) --allow shell(rm',
  'git:*',
  '$(a)',
  "a 'b'",
  '-rf',
  'a\nb',
  'A=1 touch a',
  '',
])('the command %j is not written', (command) => {
  expect(bash(command)).toHaveProperty('why');
});

test.each(['a.txt', '/', '/a/', '/a/../b', '/a/*', '/a)', '/a,b', '/a\nb', '~/a', '/a/.', 'C:\\a'])(
  'the path %j is not written',
  (path) => {
    expect(write(path)).toHaveProperty('why');
  },
);

test('a name that is not the tool of its server is not written', () => {
  const mcp = { server: 'a', tool: 'b' };
  expect(allowString({ tool: 'mcp__a__c', input: {}, mcp }, exact)).toHaveProperty('why');
  expect(allowString({ tool: 'mcp__a__b', input: {} }, exact)).toHaveProperty('why');
  expect(
    allowString({ tool: 'mcp__a)__b', input: {}, mcp: { server: 'a)', tool: 'b' } }, exact),
  ).toHaveProperty('why');
});
