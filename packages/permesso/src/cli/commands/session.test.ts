import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { commands } from '../commands.ts';
import { runCommandLine } from '../run-command.ts';

const name = createHash('sha256').update('[null,null,"s1"]').digest('hex').slice(0, 32);
const id = name.slice(0, 6);

/** A home with the record of one session. */
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'permesso-session-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_STATE_HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(home, '.local/state/permesso/labels');
  mkdirSync(folder, { recursive: true });
  const lines = [
    { type: 'session', session: 's1', directory: '/srv', at: 1 },
    { type: 'label', label: 'untrusted', source: 'a.example', at: 60_000 },
  ];
  writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

async function type(line: readonly string[], answer?: string): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await runCommandLine(line, commands, {
    print: (text) => said.push(text),
    complain: (text) => said.push(text),
    width: 80,
    ...(answer === undefined ? {} : { ask: async () => answer }),
  });
  return { code, said: said.join('\n') };
}

async function shown(): Promise<unknown> {
  return JSON.parse((await type(['session', 'show', id, '--json'])).said);
}

const label = { label: 'untrusted', source: 'a.example', at: '1970-01-01T00:01:00.000Z' };

test('sessions are listed with their labels, and shown with what brought them', async () => {
  expect((await type(['session'])).said).toContain('untrusted');
  expect((await type(['session', 'show', 's1'])).said).toContain('a.example');
  expect(await shown()).toMatchObject({ id: name, session: 's1', labels: [label], trusted: [] });
  expect((await type(['session', 'show', 'zz'])).code).toBe(1);
  expect((await type(['session', 'trust', id])).code).toBe(64);
});

test('a source is trusted by a person who says so, and that can be taken back', async () => {
  expect((await type(['session', 'trust', id, 'a.example'])).code).toBe(1);
  expect((await type(['session', 'trust', id, 'a.example'], 'n')).code).toBe(1);
  expect((await type(['session', 'trust', id, 'b.example'], 'y')).code).toBe(1);
  expect(await shown()).toMatchObject({ labels: [label] });
  expect((await type(['session', 'trust', id, 'a.example'], 'y')).code).toBe(0);
  expect(await shown()).toMatchObject({ labels: [], trusted: ['a.example'] });
  expect((await type(['session', 'distrust', id, 'a.example'])).code).toBe(0);
  expect(await shown()).toMatchObject({ labels: [label], trusted: [] });
});
