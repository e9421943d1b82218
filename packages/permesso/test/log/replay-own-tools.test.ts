import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replay, type Replay } from '../../src/cli/commands/replay.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { createGate, defineTool, fixedWorld, type Layer, type ToolCall } from '@permesso/gate';
import { modes } from '@permesso/gate/rules';
import type { Log } from '@permesso/gate/stores';
import { describeMcp, metaTool } from '@permesso/gate/tools';
import { fileLog, readLog } from '@permesso/gate/log';
import { createReplay } from '@permesso/gate/gate';
import type { DecisionEntry } from '@permesso/protocol/entry';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-replay-'));
});

afterEach(() => rmSync(directory, { recursive: true, maxRetries: 20 }));

const tools = [
  defineTool({
    name: 'deploy',
    subject: ({ target }) => (typeof target === 'string' ? target : undefined),
    readOnly: ({ op }) => op === 'list',
    check: ({ op }) => {
      if (op === 'wipe') return { outcome: 'deny', reason: 'never' };
      if (op === 'halt') return { outcome: 'safety', code: 'halt', reason: 'stops it' };
      return op === 'look' ? { outcome: 'allow', reason: 'harmless' } : { outcome: 'pass' };
    },
  }),
  defineTool({
    name: 'copy',
    touches: ({ from, to }) => [
      { access: 'read', path: String(from) },
      { access: 'write', path: String(to) },
      { url: 'https://example.com/x' },
    ],
  }),
  describeMcp({ tool: 'mcp__files__read_*', reads: ['$.path'] }),
  metaTool({ tool: 'both', name: '$.name', args: '$.args' }),
];

const calls: readonly ToolCall[] = [
  ...['list', 'look', 'start', 'wipe', 'halt'].flatMap((op) =>
    ['staging-1', 'prod-1', 7].map((target): ToolCall => ({ tool: 'deploy', input: { op, target } })),
  ),
  { tool: 'copy', input: { from: 'a.txt', to: '.env' } },
  { tool: 'copy', input: { from: 'notes/a.txt', to: 'b.txt' } },
  { tool: 'mcp__files__read_text', input: { path: 'notes/a.txt' } },
  { tool: 'both', input: { name: 'deploy', args: { op: 'list', target: 'prod-1' } } },
  { tool: 'deploy', input: { op: 'start', target: 'staging-2' }, owner: { tenant: 'a', user: 'b' } },
  { tool: 'nobody_described', input: { a: 1 } },
  { tool: 'Bash', input: { command: 'cat notes/a.txt' } },
];

const policies: readonly Layer[] = [
  {},
  { allow: ['deploy(staging-*)'], deny: ['deploy(prod-*)'] },
  { ask: ['deploy'], deny: ['Read(notes/**)', 'WebFetch(domain:example.com)'] },
  { allow: ['*'], ask: ['Write(.env)'] },
];

async function happen(policy: Layer, log: Log): Promise<void> {
  const gate = createGate({ policy, tools, log, world: () => fixedWorld() });
  for (const mode of modes) {
    gate.setMode(mode);
    for (const call of calls) await gate.consult(call);
  }
}

function decisionsIn(folder: string): readonly DecisionEntry[] {
  return [...readLog(folder)].filter((entry): entry is DecisionEntry => entry.type === 'decision');
}

test('decides every call of own tools again as the app did', async () => {
  let compared = 0;
  for (const [index, policy] of policies.entries()) {
    const folder = join(directory, String(index));
    const log = fileLog({ directory: folder });
    await happen(policy, log);
    log.close();
    const again = createReplay(policy);
    for (const entry of decisionsIn(folder)) {
      const now = again(entry, { mode: entry.mode, grants: [] });
      expect({ call: entry.call, mode: entry.mode, verdict: now?.verdict }).toEqual({
        call: entry.call,
        mode: entry.mode,
        verdict: entry.verdict,
      });
      expect(now?.receipt.parts.map(({ label, step }) => `${label} ${step}`)).toEqual(
        entry.receipt.parts.map(({ label, step }) => `${label} ${step}`),
      );
      compared += 1;
    }
  }
  expect(compared).toBe(policies.length * modes.length * calls.length);
});

test('says of a log that does not hold what its tools said that it cannot, and claims nothing', async () => {
  const folder = join(directory, 'log');
  const log = fileLog({ directory: folder });
  // As an older version wrote it.
  const older: Log = {
    write: (entry) => {
      if (entry.type !== 'decided') return log.write(entry);
      const { facts: _facts, ...rest } = entry;
      return log.write(rest);
    },
  };
  await happen(policies[1] ?? {}, older);
  log.close();
  const policy = join(directory, 'p.yaml');
  writeFileSync(policy, 'allow: ["deploy(staging-*)"]\ndeny: ["deploy(prod-*)"]\n');
  const printed: string[] = [];
  await runCommandLine(['replay', '--policy', policy, '--json', '--all', '--log', folder], [replay], {
    print: (text) => void printed.push(text),
    complain: () => undefined,
    width: 80,
  });
  const result = JSON.parse(printed.join('\n')) as Replay;
  expect(result.skipped).toBeGreaterThan(50);
  expect(result.changes.filter(({ tool }) => tool === 'deploy')).toEqual([]);
});

test('the principal is recorded, with secrets hidden, and rules about it decide again as they did', async () => {
  const policy: Layer = {
    allow: [{ rule: 'refund', when: { 'principal.roles': { contains: 'billing' } } }],
    deny: [{ rule: 'refund', when: { 'principal.attributes.plan': 'free' } }],
  };
  const log = fileLog({ directory });
  const gate = createGate({ policy, log, world: () => fixedWorld() });
  const principals = [
    { user: 'ann', roles: ['billing'], attributes: { plan: 'pro' } },
    { user: 'bob', roles: [], attributes: { plan: 'free' } },
    { user: 'eve', attributes: { plan: 'pro', token: `ghp_${'a1B2'.repeat(9)}` } },
  ];
  for (const principal of principals) await gate.authorize({ tool: 'refund', input: {}, principal });
  log.close();
  const entries = [...readLog(directory)].filter(
    (entry): entry is DecisionEntry => entry.type === 'decision',
  );
  expect(entries.map(({ call }) => call.principal?.user)).toEqual(['ann', 'bob', 'eve']);
  expect(entries.map(({ redacted }) => redacted !== undefined)).toEqual([false, false, true]);
  expect(JSON.stringify(entries)).not.toContain('a1B2a1B2');
  const again = createReplay(policy);
  expect(entries.map((entry) => again(entry, { grants: [] })?.verdict)).toEqual(['allow', 'deny', undefined]);
});
