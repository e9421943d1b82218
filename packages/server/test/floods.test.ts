import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createTeam, enrol, inspect, startTestServer, type Team, type TestServer } from './harness.ts';
import { soon } from './machine.ts';
import { question } from './question.ts';

describe('anonymous requests', () => {
  const stranger = { burst: 5, perSecond: 0.001 };
  let open: TestServer;
  let behindProxy: TestServer;

  beforeAll(async () => {
    open = await startTestServer({ limits: { stranger } });
    behindProxy = await startTestServer({
      limits: { stranger },
      settings: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
    });
  });
  afterAll(async () => {
    await open.end();
    await behindProxy.end();
  });

  async function statuses(server: TestServer, path: string, from: readonly string[]): Promise<number[]> {
    const found: number[] = [];
    for (const forwarded of from) {
      const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
      found.push((await ask(server, `GET ${path}`, { headers })).status);
    }
    return found;
  }

  const refused = (found: readonly number[]): number => found.filter((status) => status === 429).length;
  const path = '/v1/sign-in/to/nowhere';

  test('leave health and readiness alone, and are limited whatever they say of themselves', async () => {
    const spoofed = Array.from({ length: 40 }, (_, at) => `198.51.100.${at}`);
    expect(refused(await statuses(open, path, spoofed))).toBe(35);
    const nobody = Array.from({ length: 40 }, () => '');
    expect(await statuses(open, '/healthz', nobody)).toEqual(nobody.map(() => 200));
    expect(await statuses(open, '/readyz', nobody)).toEqual(nobody.map(() => 200));
    expect(refused(await statuses(open, '/v1/openapi.json', ['']))).toBe(1);
  });

  test('are counted by their real address behind a proxy that is trusted', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `198.51.100.${at}`);
    expect(refused(await statuses(behindProxy, path, many))).toBe(0);
    // One client that writes others before itself is one client.
    const one = Array.from({ length: 40 }, (_, at) => `203.0.113.${at}, 192.0.2.1, 10.1.2.3`);
    expect(refused(await statuses(behindProxy, path, one))).toBe(35);
  });
});

describe('questions of one agent', () => {
  let server: TestServer;
  let team: Team;
  let receiver: Server;
  const told: { readonly type: string; readonly agent?: { readonly waiting: number } }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    team = await createTeam(server, 'acme');
    receiver = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        told.push(JSON.parse(Buffer.concat(pieces).toString()));
        response.end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = { kind: 'webhook', project: null, address };
    await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body });
  });
  afterAll(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await server.end();
  });

  const nth = (at: number): object => question({ callKey: `call ${at}`, digest: `digest ${at}` });

  async function settled(): Promise<void> {
    await soon(async () => {
      const [row] = await inspect<{ left: number }>(
        server.databaseUrl,
        "select count(*)::int as left from deliveries where state = 'waiting' and not is_digest",
      );
      return row?.left === 0;
    });
  }

  test('become a few messages and a digest, and no more than a hundred wait', async () => {
    const agent = await enrol(server, team.enrolment);
    const asked = await Promise.all(
      Array.from({ length: 200 }, (_, at) => agent.ask('POST /v1/agent/approvals', { body: nth(at) })),
    );
    const opened = asked.filter(({ status }) => status === 201);
    const turnedAway = asked.filter(({ status }) => status === 409);
    expect([opened.length, turnedAway.length]).toEqual([100, 100]);
    expect(turnedAway[0]?.json.detail).toContain('100 open approval requests already');
    // The same question again is no new one.
    const first = asked.findIndex(({ status }) => status === 201);
    expect((await agent.ask('POST /v1/agent/approvals', { body: nth(first) })).status).toBe(200);
    await settled();
    expect(told.map(({ type }) => type)).toEqual(['approval.asked', 'approval.asked', 'approval.asked']);
    // A minute later.
    await inspect(server.databaseUrl, 'update deliveries set due_at = now() where is_digest');
    await soon(async () => told.length > 3);
    expect(told.slice(3)).toMatchObject([{ type: 'approval.digest', agent: { waiting: 100 } }]);
  });

  test('say nothing about those of another', async () => {
    const before = told.length;
    const other = await enrol(server, team.enrolment, 'another');
    expect((await other.ask('POST /v1/agent/approvals', { body: nth(0) })).status).toBe(201);
    await soon(async () => told.length > before);
    expect(told.slice(before)).toMatchObject([{ type: 'approval.asked' }]);
  });
});
