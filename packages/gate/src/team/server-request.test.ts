import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Membership } from '../disk/membership.ts';
import { askServer, Revoked, ServerAway } from './server-request.ts';

const { privateKey } = generateKeyPairSync('ed25519');

/** What the agent makes of a 401 with this body. */
async function refusedWith(body: object): Promise<unknown> {
  const server = createServer((_request, reply) => reply.writeHead(401).end(JSON.stringify(body))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const membership = {
    url: `http://127.0.0.1:${port}`,
    agent: '00000000-0000-0000-0000-000000000000',
    privateKey,
  };
  try {
    return await askServer(membership as unknown as Membership, { path: '/v1/agent/bundle' });
  } catch (error) {
    return error;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the code of a problem decides, not its text', async () => {
  expect(await refusedWith({ detail: 'in other words', code: 'revoked' })).toBeInstanceOf(Revoked);
  expect(await refusedWith({ detail: 'in other words', code: 'clock' })).toBeInstanceOf(ServerAway);
  const text = 'this agent is not enrolled, or was revoked';
  expect(await refusedWith({ detail: text })).toMatchObject({ status: 401 });
  expect(await refusedWith({ detail: text, code: ['revoked'] })).toMatchObject({ status: 401 });
});
