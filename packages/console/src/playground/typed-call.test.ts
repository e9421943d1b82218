import { expect, test } from 'vitest';
import { examples, readShared, start, typedInput, writeShared } from './typed-call.ts';

test('a command is the input of the shell, anything else is JSON', () => {
  expect(typedInput({ tool: 'Bash', text: '{' })).toEqual({ command: '{' });
  expect(typedInput({ tool: 'Read', text: '{"file_path":"/a"}' })).toEqual({ file_path: '/a' });
  for (const text of ['', '{', '[1]', 'null', '"x"'])
    expect(typedInput({ tool: 'Read', text })).toBeUndefined();
});

test('a link carries what was typed, and reads back the same', () => {
  const typed = { tool: 'Bash', text: 'a & b=c #?%\n"x"', mode: 'plan', policy: 'allow: [Read]\n' };
  expect(readShared(writeShared(typed))).toEqual(typed);
  expect(writeShared({ ...start, mode: '', policy: '' })).not.toContain('mode');
});

test('a link fills in four fields and nothing else', () => {
  expect(readShared('tool=Bash&run=1&__proto__=x&text=ls')).toEqual({ tool: 'Bash', text: 'ls' });
});

test('every example has a title', () => {
  expect(examples.filter(({ title, value }) => title === '' || value === '')).toEqual([]);
});
