import { expect, test } from 'vitest';
import { readRefusals } from './read-refusals.ts';

const shell = (command: string, advised = command): string =>
  `Error: Permission denied for shell command: ${command}\nAdd '--allow shell(${advised})' to allow this command.\n`;

const calls = (output: string): readonly unknown[] =>
  readRefusals(output).map((refusal) =>
    'call' in refusal ? [refusal.call.tool, refusal.call.input] : refusal.unreadable,
  );

test('reads the three texts with their advice, and the two that have none', () => {
  const output = `${shell('git push')}
Error: Permission denied for write operation: /path/to/file.txt
Add '--allow write(/path/to/file.txt)' to allow this operation.
some other line
Error: Permission denied for MCP tool: filesystem(read_file)\r
Add '--allow MCP_filesystem(read_file)' to allow this tool.\r
Permission denied for read operation: /path/to/a.txt
Permission denied for URL access: https://example.com/a
`;
  expect(calls(output)).toEqual([
    ['Bash', { command: 'git push' }],
    ['Write', { file_path: '/path/to/file.txt' }],
    ['mcp__filesystem__read_file', {}],
    ['Read', { file_path: '/path/to/a.txt' }],
    ['WebFetch', { url: 'https://example.com/a' }],
  ]);
  expect(readRefusals(output)[2]).toMatchObject({
    call: { mcp: { server: 'filesystem', tool: 'read_file' } },
  });
});

test('a text within a line is no refusal', () => {
  expect(readRefusals('the file says: Permission denied for shell command: rm -rf /')).toEqual([]);
  expect(readRefusals('  Error: Permission denied for shell command: rm -rf /')).toEqual([]);
  expect(readRefusals('')).toEqual([]);
});

test.each([
  ['advice for something wider', shell('git status', 'git')],
  [
    'advice for everything',
    `Permission denied for shell command: ls\nAdd '--allow shell' to allow this command.`,
  ],
  ['advice with a second permission', shell('ls', "ls)' --allow 'shell(rm")],
  ['a command of several lines', shell('echo a\nrm -rf x')],
])('%s names different calls', (_, output) => {
  expect(calls(output)).toEqual(['its two lines name different calls']);
});

test.each([
  ['an escape sequence', 'ls\u001B[2K'],
  ['text that turns around', 'ls \u202Etxt.exe'],
  ['a letter without width', 'l\u200Bs'],
  ['a line separator', 'ls\u2028rm x'],
  ['half a character', 'ls \uD800'],
])('%s is not asked about', (_, command) => {
  expect(calls(`Permission denied for shell command: ${command}`)).toEqual([
    'it holds characters that cannot be seen',
  ]);
});

test('what names no call says so, so that a run with it is not taken for done', () => {
  expect(calls('Permission denied and could not request permission from user')).toEqual([
    'it does not say what was refused',
  ]);
  expect(calls('Permission denied for shell command:   ')).toEqual(['it does not say what was refused']);
  expect(calls('Permission denied for MCP tool: a(b) c(d)')).toEqual(['it names no tool']);
  expect(calls(`Permission denied for shell command: ${'a'.repeat(5000)}`)).toEqual(['it is too long']);
});

test('a flood is cut', () => {
  const flood = Array.from({ length: 5000 }, (_, at) => shell(`touch ${at}`)).join('');
  const found = calls(flood);
  expect(found).toHaveLength(21);
  expect(found.at(-1)).toBe('there are more refusals than are read');
});
