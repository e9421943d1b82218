import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { gatewayArgs, listening, newPlace, reached, type Place } from './gateway-process.ts';
import { hostileBytes, seededRandom, seeds } from './hostile.ts';
import { fileServer } from './install.ts';
import { rawClient } from './raw-client.ts';

/** What may reach the server: everything that makes it act is this one call. */
const allowed = new Set(['list_directory']);
const passing =
  /^(?:initialize|ping|tools\/list|resources\/list|resources\/templates\/list|prompts\/list|logging\/setLevel|completion\/complete|server\/discover|subscriptions\/listen|resources\/unsubscribe|tasks\/\w+|notifications\/.*)$/;

export function fuzzCases(folder: string, messages: number): readonly Case[] {
  return [
    { name: `${messages} hostile messages on stdio`, run: () => fuzzStdio(folder, messages) },
    { name: `${messages / 10} hostile messages by HTTP`, run: () => fuzzHttp(folder, messages / 10) },
  ];
}

function argsFor(place: Place, folder: string): readonly string[] {
  return gatewayArgs(place, [fileServer(folder), place.workspace], ['--mode', 'dontAsk']);
}

async function fuzzStdio(folder: string, messages: number): Promise<void> {
  const place = newPlace();
  const client = rawClient(argsFor(place, folder), place.env);
  try {
    await client.initialize();
    const random = seededRandom(Number(process.env['PERMESSO_SEED'] ?? 1));
    const kinds = seeds(join(place.workspace, 'a.txt'));
    for (let at = 0; at < messages; at++) {
      await client.write(Buffer.concat([hostileBytes(kinds, random), Buffer.from('\n')]));
      if (at % 250 === 0) assert.ok('result' in (await client.ask('ping')), 'the gateway no longer answers');
    }
    const listed = await client.ask('tools/call', {
      name: 'list_directory',
      arguments: { path: place.workspace },
    });
    assert.match(JSON.stringify(listed), /a\.txt/);
    assert.equal(client.child.exitCode, null);
    checkReached(place.log);
    client.child.stdin?.end();
    assert.equal(await client.over, 0);
  } finally {
    client.child.kill('SIGKILL');
    place.remove();
  }
}

async function fuzzHttp(folder: string, messages: number): Promise<void> {
  const place = newPlace();
  const [script = '', command = '', ...rest] = argsFor(place, folder);
  const front = await listening([script, command, '--listen', '127.0.0.1:0', ...rest], place);
  try {
    const random = seededRandom(Number(process.env['PERMESSO_SEED'] ?? 2));
    const kinds = seeds(join(place.workspace, 'a.txt'));
    const session = { 'mcp-session-id': await openSession(front.url) };
    for (let at = 0; at < messages; at++) {
      const headers = random() < 0.7 ? session : {};
      await post(front.url, hostileBytes(kinds, random), headers);
    }
    const call = { name: 'list_directory', arguments: { path: place.workspace } };
    const answer = await post(
      front.url,
      Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })),
      session,
    );
    assert.match(answer, /a\.txt/);
    checkReached(place.log);
  } finally {
    front.child.kill('SIGKILL');
    place.remove();
  }
}

/** The answer, or as much of it as came in a moment: some hostile requests open streams. */
async function post(url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<string> {
  const signal = AbortSignal.timeout(5000);
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
    });
    return await reply.text();
  } catch (error) {
    if (signal.aborted) return '';
    throw error;
  }
}

async function openSession(url: string): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '0' },
  };
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  return reply.headers.get('mcp-session-id') ?? '';
}

/** Also for a server that minds no case: nothing but what is allowed, and nothing that could be read in two ways. */
function checkReached(log: string): void {
  const pieces = reached(log);
  assert.ok(pieces.length > 0, 'nothing reached the server at all');
  for (const piece of pieces) {
    const message = JSON.parse(piece) as unknown;
    const names = piece.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
    assert.equal(membersOf(message), names, `a name stands twice: ${piece}`);
    for (const method of valuesOf(message, 'method')) {
      if (typeof method === 'string' && passing.test(method)) continue;
      assert.equal(method, 'tools/call', `undecided: ${piece}`);
      for (const params of valuesOf(message, 'params'))
        for (const name of valuesOf(params, 'name'))
          assert.ok(allowed.has(String(name)), `not allowed: ${piece}`);
    }
  }
}

/** What stands behind this name, in any case. */
function valuesOf(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key.toUpperCase().toLowerCase() === name ? [item] : [],
  );
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + membersOf(item), own);
}
