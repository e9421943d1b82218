import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { approvals, createGate } from '@permesso/gate';
import { sqliteStores } from '@permesso/gate/stores/sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { issuerFor, tokenFor } from '../wire/test-issuer.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'permesso-gateway-'));
const resource = 'https://mcp.example.com/mcp';
let gateway: ChildProcess | undefined;

afterAll(() => {
  gateway?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const policy = {
  unlisted: 'deny',
  allow: ['mcp__notes__read_note'],
  ask: [
    {
      rule: 'mcp__notes__write_note',
      approvers: { roles: ['supervisor'], not: 'requester', within: '1h' },
    },
  ],
};

/** The program, in front of a real server, for people with tokens. */
async function start(): Promise<string> {
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
  writeFileSync(join(folder, 'issuer.json'), JSON.stringify(issuerFor(resource)));
  const words = 'mcp --name notes --listen 127.0.0.1:0 --principals issuer.json --stores sqlite:app.db';
  const main = join(root, 'packages/permesso/src/cli/main.ts');
  const args = ['--conditions=@permesso/source', main, ...words.split(' ')];
  const more = ['--no-files', '--policy', 'policy.json', '--', process.execPath];
  const server = join(root, 'packages/gate/test/mcp/tiny-server.ts');
  const started = spawn(process.execPath, [...args, ...more, server, 'called.txt'], { cwd: folder });
  gateway = started;
  return await new Promise((resolve, reject) => {
    started.on('exit', (code) => reject(new Error(`it ended with ${code}`)));
    started.stderr.on('data', (text: Buffer) => {
      const [, url] = /listening on (\S+)/.exec(text.toString()) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

test('a call of one person is approved by another, in the inbox of an app with the same stores', async () => {
  const url = await start();
  const send = async (body: object, headers: Record<string, string>) => {
    const sent = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    const reply = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    return { reply, text: await reply.text() };
  };
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '0' } },
  };
  const authorization = `Bearer ${tokenFor('ann', { audience: resource })}`;
  const opened = await send(initialize, { authorization });
  const own = { authorization, 'mcp-session-id': opened.reply.headers.get('mcp-session-id') ?? '' };
  const callOf = (name: string): object => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name },
  });
  expect((await send(callOf('read_note'), own)).text).toContain('did read_note');
  const waiting = send(callOf('write_note'), own);

  const gate = createGate({ policy: {}, stores: sqliteStores(new DatabaseSync(join(folder, 'app.db'))) });
  const inboxOf = (tenant: string, user: string) =>
    approvals(gate, { approver: { tenant, user, roles: ['supervisor'] } });
  const [request] = await vi.waitFor(
    async () => {
      const pending = await inboxOf('acme', 'sue').pending();
      expect(pending).toHaveLength(1);
      return pending;
    },
    { timeout: 20_000 },
  );
  for (const inbox of [inboxOf('acme', 'ann'), inboxOf('globex', 'sue')])
    expect(await inbox.pending()).toEqual([]);
  const calls = (): readonly string[] =>
    Array.from(
      readFileSync(join(folder, 'called.txt'), 'utf8').matchAll(/"name":"(\w+)"/g),
      ([, name = '']) => name,
    );
  expect(calls()).not.toContain('write_note');
  expect(await inboxOf('acme', 'sue').answer(request?.id ?? '', { verdict: 'allow' })).toBe(true);
  expect((await waiting).text).toContain('did write_note');
  expect(calls()).toContain('write_note');
  // No server reads the token of a client.
  expect(readFileSync(join(folder, 'called.txt'), 'utf8')).not.toContain(authorization.slice(7, 40));
  const logged: string[] = [];
  for await (const { type } of (gate.stores.log as ReturnType<typeof sqliteStores>['log']).read({
    tenant: 'acme',
  }))
    logged.push(type);
  expect(logged).toContain('answer');
}, 120_000);
