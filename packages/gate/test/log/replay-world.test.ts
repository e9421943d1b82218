import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedWorld, type World } from '@permesso/engine/world';
import type { LogEntry } from '@permesso/protocol/entry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGate } from '../../src/gate/gate.ts';
import { createReplay } from '../../src/gate/replay-entry.ts';
import { fileLog } from '../../src/log/file/file-log.ts';
import { readLog } from '../../src/log/file/read-log.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-replay-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));

const policy = {
  allow: ['Bash(npm run:*)', 'Edit(./**)'],
  ask: ['Bash(prisma migrate reset:*)'],
};

async function decidedTwice(command: string, world: Partial<World>): Promise<readonly unknown[]> {
  const log = fileLog({ directory });
  const gate = createGate({ policy, log, world: () => fixedWorld(world) });
  const said = await gate.consult({ tool: 'Bash', input: { command } });
  log.close();
  const entries: readonly LogEntry[] = [...readLog(directory)];
  const entry = entries.find((each) => each.type === 'decision');
  if (entry?.type !== 'decision') throw new Error('nothing was logged');
  return [said.verdict, createReplay(policy)(entry, { grants: [] })?.verdict];
}

test('the scripts that a decision looked at are in its entry', async () => {
  const script: World['script'] = ({ name }) => (name === 'db:reset' ? 'prisma migrate reset' : undefined);
  expect(await decidedTwice('npm run db:reset', { script })).toEqual(['ask', 'ask']);
});

test('so is what could be brought back', async () => {
  expect(await decidedTwice('rm -rf dist', { recoverable: () => true })).toEqual(['allow', 'allow']);
});

test('so is the sandbox: the decision is made again, and the receipt names engine and profile', async () => {
  const sandboxed = { layer: 'user', sandbox: 'on' } as const;
  const log = fileLog({ directory });
  const world = fixedWorld({ sandbox: { engine: 'test', version: '1', proven: true } });
  const gate = createGate({ policy: sandboxed, runsSandboxed: true, log, world: () => world });
  const { decision } = await gate.consult({ tool: 'Bash', input: { command: 'python3 x.py' } });
  log.close();
  const entry = [...readLog(directory)].find((each) => each.type === 'decision');
  if (entry?.type !== 'decision') throw new Error('nothing was logged');
  expect(entry.receipt.sandbox).toEqual({ engine: 'test', version: '1', digest: decision.sandbox?.digest });
  const again = createReplay(sandboxed)(entry, { grants: [] });
  expect(again).toMatchObject({ verdict: 'allow', receipt: { parts: [{ step: 'sandbox' }] } });
});

test('a call that was asked about for want of a sandbox is, in one that is assumed, allowed there', async () => {
  const sandboxed = { layer: 'user', sandbox: 'on' } as const;
  const log = fileLog({ directory });
  const gate = createGate({ policy: sandboxed, log, world: () => fixedWorld() });
  expect((await gate.consult({ tool: 'Bash', input: { command: 'python3 x.py' } })).verdict).toBe('ask');
  log.close();
  const entry = [...readLog(directory)].find((each) => each.type === 'decision');
  if (entry?.type !== 'decision') throw new Error('nothing was logged');
  expect(createReplay(sandboxed)(entry, { grants: [] })?.verdict).toBe('ask');
  expect(createReplay(sandboxed, { assumeSandbox: true })(entry, { grants: [] })?.sandbox).toBeDefined();
});
