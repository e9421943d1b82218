import { expect, test } from 'vitest';
import { exampleRequest, exampleTeam } from '../../test/examples.ts';
import { changedInput, isCommand, scopeWords, sentenceCase, writtenInput } from './words.ts';

const edit = exampleRequest({ call: { tool: 'Edit', input: { file_path: '/a', command: 'x' } } });

test('a command is changed as it is written', () => {
  expect(isCommand(exampleRequest())).toBe(true);
  expect(writtenInput(exampleRequest())).toBe('git push');
  expect(changedInput(exampleRequest(), 'git push --dry-run')).toEqual({ command: 'git push --dry-run' });
});

test('any other input is changed as JSON, and must be an object', () => {
  expect(isCommand(edit)).toBe(false);
  expect(JSON.parse(writtenInput(edit))).toEqual(edit.call.input);
  expect(changedInput(edit, '{"file_path":"/b"}')).toEqual({ file_path: '/b' });
  for (const text of ['', '{', '[]', 'null', '"text"', '7']) expect(changedInput(edit, text)).toBeNull();
});

test('a lasting answer at a team is one for the owner of the agent', () => {
  const [alone, team] = [exampleRequest(), exampleRequest({ team: exampleTeam })];
  expect([scopeWords('user', alone), scopeWords('user', team)]).toEqual([
    'everywhere, for me',
    'everywhere, for its owner',
  ]);
  expect(scopeWords('session', team)).toBe(scopeWords('session', alone));
});

test('a sentence begins with a capital', () => {
  expect([sentenceCase('deny'), sentenceCase('')]).toEqual(['Deny', '']);
});
