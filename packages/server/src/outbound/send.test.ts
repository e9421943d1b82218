import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ForbiddenAddress, guardedSend } from './send.ts';

let hits = 0;
const inner = createServer((request, response) => {
  hits += 1;
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  else response.end('inner');
});
let port = 0;

beforeAll(async () => {
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  ({ port } = inner.address() as AddressInfo);
});

afterAll(() => {
  inner.close();
});

describe('what only this machine can reach', () => {
  const send = guardedSend({ permitted: [] });
  test.each([
    ['http://127.0.0.1'],
    ['https://127.0.0.1'],
    ['https://localhost'],
    ['https://[::1]'],
    ['https://[::ffff:127.0.0.1]'],
    ['https://0x7f000001'],
    ['https://2130706433'],
    ['https://127.1'],
    ['https://169.254.169.254'],
    ['https://user:password@example.com'],
    ['file:///etc/passwd'],
    ['gopher://127.0.0.1'],
    ['not an address'],
  ])('%s is not called', async (address) => {
    const before = hits;
    const url = address.includes('://') && !address.startsWith('file') ? `${address}:${port}/` : address;
    await expect(send({ url })).rejects.toThrow(ForbiddenAddress);
    expect(hits).toBe(before);
  });
});

test('what the operator named is called, and where it points to is not', async () => {
  const send = guardedSend({ permitted: ['127.0.0.1'] });
  expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ status: 200, body: 'inner' });
  expect(await send({ url: `http://127.0.0.1:${port}/away` })).toMatchObject({ status: 302 });
});
