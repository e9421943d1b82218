import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { readMessage } from './read-message.ts';
import { secondReading } from './ambiguous-json.ts';

function read(text: string): Message {
  const found = readMessage(text);
  if (!('message' in found)) throw new Error(`no message: ${text}`);
  return found.message;
}

const call = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;

test.each([
  ['a method that occurs twice', '{"id":1,"method":"ping","method":"tools/call"}', 'twice'],
  ['with an escape', '{"id":1,"method":"ping","\\u006dethod":"tools/call"}', 'twice'],
  ['a tool that occurs twice', call('{"name":"read","name":"write"}'), 'twice'],
  ['deep inside', call('{"name":"a","arguments":{"x":[{"path":"a","path":"b"}]}}'), 'twice'],
  ['__proto__ twice', call('{"name":"a","arguments":{"__proto__":1,"__proto__":2}}'), 'twice'],
  ['a method in another case', '{"id":1,"method":"ping","METHOD":"tools/call"}', '`METHOD`'],
  ['only in another case', '{"id":1,"Method":"tools/call"}', '`Method`'],
  ['a long s', '{"id":1,"method":"ping","paramſ":{}}', '`paramſ`'],
  ['a tool in another case', call('{"name":"read","Name":"write"}'), '`Name`'],
  ['arguments in another case', call('{"name":"read","Arguments":{}}'), '`Arguments`'],
  ['two arguments alike', call('{"name":"a","arguments":{"path":"a","Path":"/etc"}}'), '`Path`'],
  ['a number beyond a double', call('{"name":"a","arguments":{"id":12345678901234567890}}'), 'exactly'],
  ['an infinite number', call('{"name":"a","arguments":{"n":1e999}}'), 'exactly'],
  ['half a character', call('{"name":"a\\ud800"}'), 'half'],
  ['half a character as a name', call('{"name":"a","arguments":{"\\udc00":1}}'), 'half'],
])('objects to %s', (_, text, why) => {
  expect(secondReading(read(text))).toContain(why);
});

test.each([
  call('{"name":"a","arguments":{"path":"a","env":{"Path":1,"PATH":2},"n":1.5,"t":"12345678901234567890"}}'),
  call('{"name":"a","arguments":{"__proto__":{"x":1},"constructor":2}}'),
  call('{"name":"a","arguments":{"face":"\\ud83d\\ude00"},"vendor":{"x":1}}'),
  '{"jsonrpc":"2.0","id":"x","method":"vendor/new","params":[1,2],"extra":true}',
])('does not object to %s', (text) => {
  expect(secondReading(read(text))).toBeUndefined();
});
