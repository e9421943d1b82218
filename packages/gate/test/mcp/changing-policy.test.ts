import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPolicyGate } from '../../src/gate/policy-gate.ts';
import { writeFreeze } from '../../src/disk/policy-freeze.ts';
import { findPlaces } from '../../src/disk/policy-places.ts';
import { fakeServer } from './fake-server.ts';
import { openHere, textOf } from './open-here.ts';

let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-mcp-'));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

const places = () => ({ home, env: {}, managed: join(home, 'managed') });

function writePolicy(text: string): void {
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), text);
}

function open() {
  const server = fakeServer();
  const gate = createPolicyGate({ ...places(), cwd: home, lookEvery: 10 });
  return { server, here: openHere({ servers: { files: server }, gate, cwd: home }) };
}

const yes = { action: 'accept', content: { decision: 'Allow once' } };

test.each([
  ['freezes', () => writeFreeze(findPlaces(places()), { reason: 'stop', since: new Date().toISOString() })],
  ['denies', () => writePolicy('deny: [mcp__files__write_file]\n')],
  ['breaks', () => writePolicy('deny: [Bash(\n')],
])('a yes is worth nothing when the owner %s it while the person thinks', async (_, change) => {
  const { server, here } = open();
  await here.initialize({ elicitation: {} });
  const reply = here.ask('tools/call', { name: 'write_file' });
  const question = await here.next(({ method }) => method === 'elicitation/create');
  change();
  here.write(JSON.stringify({ jsonrpc: '2.0', id: question['id'], result: yes }));
  expect(textOf(await reply)).toMatch(/denied|Denied|stop/);
  expect(server.called()).toEqual([]);
});

test('a moment later the policy is seen as it is then', async () => {
  writePolicy('allow: [mcp__files__write_file]\n');
  const { server, here } = open();
  expect(textOf(await here.ask('tools/call', { name: 'write_file' }))).toBe('done');
  writePolicy('deny: [mcp__files__write_file]\n');
  await expect
    .poll(() => here.ask('tools/call', { name: 'write_file' }))
    .toMatchObject({ error: { code: -32_602 } });
  expect(await here.ask('tools/list')).not.toMatchObject({
    result: { tools: [{}, { name: 'write_file' }, {}] },
  });
  expect(server.called()).toHaveLength(1);
});
