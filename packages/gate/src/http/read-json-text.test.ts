import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonText } from './read-json-text.ts';

let server: Server;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    void (async () => response.end(JSON.stringify(await readJsonText(incoming, { most: 8 }))))();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
});
afterAll(() => server.close());

async function post(type: string, portions: readonly (string | Buffer)[]): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-type': type } });
  sent.on('error', reject);
  sent.on('response', (response) => resolve(text(response).then((body): unknown => JSON.parse(body))));
  for (const portion of portions) sent.write(portion);
  sent.end();
  return promise;
}

const json = 'application/json';

test.each<[string, string, readonly (string | Buffer)[], object]>([
  ['a body', json, ['{"a":1}'], { text: '{"a":1}' }],
  ['a parameter and other capitals', 'Application/JSON; charset=utf-8', ['[]'], { text: '[]' }],
  ['a letter in two portions', json, [Buffer.from([0x22, 0xc3]), Buffer.from([0xa4, 0x22])], { text: '"ä"' }],
  ['exactly the limit', json, ['12345678'], { text: '12345678' }],
  ['one byte more', json, ['1234', '56789'], { why: 'length', status: 413 }],
  ['another type', 'text/plain', ['{}'], { why: 'type', status: 415 }],
  ['a type that only begins like it', 'application/jsonlines', ['{}'], { why: 'type', status: 415 }],
  ['broken bytes', json, [Buffer.from([0x22, 0xff, 0x22])], { why: 'encoding', status: 400 }],
])('%s', async (_what, type, portions, expected) => {
  expect(await post(type, portions)).toEqual(expected);
});
