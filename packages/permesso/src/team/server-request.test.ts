import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { askOpenly } from './server-request.ts';

test('a server that cannot be reached is named, with what failed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const url = `http://127.0.0.1:${port}`;
  await expect(askOpenly(url, { path: '/' })).rejects.toThrow(
    `the team server is away: ${url}: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});
