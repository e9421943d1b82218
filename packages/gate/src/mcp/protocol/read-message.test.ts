import { expect, test } from 'vitest';
import { answerWithId, plainAnswer, readMessage } from './read-message.ts';

test.each([
  ['nothing', '', -32_700],
  ['half a message', '{"id":1', -32_700],
  ['two messages', '{"id":1,"method":"ping"}{"id":2,"method":"tools/call"}', -32_700],
  ['a byte order mark', '\ufeff{"id":1}', -32_700],
  ['a comment', '{"id":1/**/}', -32_700],
  ['a text', '"tools/call"', -32_600],
  ['a number', '7', -32_600],
  ['null', 'null', -32_600],
  ['an empty batch', '[]', -32_600],
  ['a batch of texts', '["a"]', -32_600],
  ['a batch in a batch', '[[{"id":1}]]', -32_600],
  ['a batch that says something twice', '[{"id":1,"method":"a","method":"b"}]', -32_600],
  ['a batch with a number beyond a double', '[{"id":12345678901234567890,"method":"a"}]', -32_600],
  ['201 levels', `${'['.repeat(201)}${']'.repeat(201)}`, -32_600],
  ['a million levels', '{"a":'.repeat(1_000_000), -32_600],
])('%s is not a message', (_, text, code) => {
  expect(readMessage(text)).toMatchObject({ problem: { code } });
});

test('a message keeps its text', () => {
  const text = '{"id" : 1, "method":"vendor/x","params":{"n":1.0}}';
  expect(readMessage(text)).toMatchObject({ message: { text, value: { id: 1, method: 'vendor/x' } } });
});

test('a batch is its messages', () => {
  expect(readMessage('[{"id":1,"method":"a"},{"method":"b"}]')).toMatchObject({
    batch: [{ value: { id: 1, method: 'a' } }, { text: '{"method":"b"}' }],
  });
});

test.each([
  'no message',
  '{"id":1}',
  '{"result":{}}',
  '{"id":1,"result":{},"method":"tools/list"}',
  '{"id":1,"result":{},"\\u006dethod":"sampling/createMessage"}',
  '[{"id":1,"result":{}}]',
])('%s is not a plain answer', (text) => {
  expect(plainAnswer(text)).toBeUndefined();
});

test('a plain answer is read when somebody looks, and keeps its text but for the id', () => {
  const answer = plainAnswer('{"result": {"n":12345678901234567890,"id":2},"id":1}');
  if (answer === undefined) throw new Error('it is one');
  const renamed = answerWithId(answer, '"a"');
  expect(renamed.text).toBe('{"result": {"n":12345678901234567890,"id":2},"id":"a"}');
  expect(renamed.value).toMatchObject({ id: 'a', result: { id: 2 } });
});

test('an answer that is not JSON after all says nothing', () => {
  expect(plainAnswer('{"id":1,"result":{"tools":[}}')?.value).toEqual({});
});
