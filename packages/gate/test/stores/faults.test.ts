import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Layer } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { createGate } from '../../src/gate/gate.ts';
import { requestOf } from '../request-of.ts';
import { durableObjectUrl, openStores, session, type OpenStores, type StorePlace } from './open-stores.ts';
import { hasRedis, newPlaces } from './places.ts';

/** Real processes on the stores that processes can share; each process works on all of them. */
const kinds: readonly StorePlace['kind'][] = [
  'files',
  'sqlite',
  'postgres',
  ...((await hasRedis()) ? (['redis'] as const) : []),
  ...(durableObjectUrl === undefined ? [] : (['durable object'] as const)),
];

const places = newPlaces();
const opened: OpenStores[] = [];
const started: ChildProcessByStdio<Writable, Readable, null>[] = [];

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const { close } of opened) await close();
  await places.clear();
});

async function open(of: readonly StorePlace[]): Promise<readonly OpenStores[]> {
  const stores = await Promise.all(of.map(openStores));
  opened.push(...stores);
  return stores;
}

interface Started {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: Interface;
}

function start(told: unknown): Started {
  const argv = [
    '--conditions=@permesso/source',
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(new URL('store-process.ts', import.meta.url)),
    JSON.stringify(told),
  ];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  return { child, lines: createInterface(child.stdout) };
}

/** All at the same moment; what each of them did, for each store. */
async function together(told: unknown, count: number): Promise<readonly (readonly number[])[]> {
  const all = Array.from({ length: count }, () => start(told));
  await Promise.all(all.map(({ lines }) => once(lines, 'line')));
  const done = all.map(({ lines }) => once(lines, 'line'));
  for (const { child } of all) child.stdin.write('go\n');
  return (await Promise.all(done)).map(([line]) => JSON.parse(String(line)) as readonly number[]);
}

const sums = (done: readonly (readonly number[])[]): readonly number[] =>
  kinds.map((_kind, place) => done.reduce((sum, each) => sum + (each[place] ?? 0), 0));

test('a process that is killed between request and answer loses nothing: the next one runs the call, once', async () => {
  const all = kinds.map(places.of);
  const stores = await open(all);
  const { child } = start({ role: 'ask', places: all });
  for (const { approvals } of stores)
    await expect.poll(async () => approvals.list({ pending: true })).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const [place, each] of stores.entries()) {
    const [asked] = await each.approvals.list({ pending: true });
    const { id = '', request } = asked ?? {};
    const answer = { verdict: 'allow', by: 'ann' } as const;
    await each.approvals.change(id, {
      type: 'answer',
      at: Date.now(),
      digest: request?.digest ?? '',
      answer,
    });
    const gate = createGate({ policy: {}, stores: each, approver: async () => ({ verdict: 'deny' }) });
    const call = { tool: 'refund', input: { amount: 5 }, session };
    const [first, second] = [await gate.authorize(call), await gate.authorize(call)];
    expect([kinds[place], first.verdict, first.answer?.by, second.verdict]).toEqual([
      kinds[place],
      'allow',
      'ann',
      'deny',
    ]);
  }
});

test('two processes use each of 20 approvals exactly once between them', async () => {
  const all = kinds.map(places.of);
  const ids = [];
  for (const { approvals } of await open(all)) {
    const own: string[] = [];
    for (let index = 0; index < 20; index++) {
      const request = requestOf({ callKey: `k${index}`, digest: `d${index}` });
      const at = Date.now();
      const { id } = await approvals.open(request, { now: at, expiresIn: 600_000 });
      await approvals.change(id, { type: 'answer', at, digest: `d${index}`, answer: { verdict: 'allow' } });
      own.push(id);
    }
    ids.push(own);
  }
  expect(sums(await together({ role: 'use', places: all, ids }, 2))).toEqual(kinds.map(() => 20));
});

test('a rule with a limit of 50 lets 50 of 128 calls through that 16 processes authorize at once', async () => {
  const all = kinds.map(places.of);
  expect(sums(await together({ role: 'reserve', places: all }, 16))).toEqual(kinds.map(() => 50));
});

/** One budget of 50 calls at the most, as somebody edits it during a day. */
const edits: readonly Layer[] = [
  { allow: [{ rule: 'refund', limit: { calls: 50, per: 'day', over: 'deny' } }] },
  { allow: [{ rule: 'refund', limit: { calls: 40, per: 'day', over: 'deny' } }] },
  { allow: ['other', { rule: 'ref*', limit: { calls: 50, per: 'hour', over: 'deny' }, message: 'Slowly.' }] },
  { layer: 'user', allow: [{ limit: { over: 'deny', per: 'session', calls: 45 }, rule: 'refund' }, 'other'] },
  {
    allow: [
      {
        rule: 'refund',
        when: { amount: { exists: false } },
        limit: { calls: 50, per: 'minute', over: 'deny' },
      },
    ],
  },
];

test('Finding 21: six processes whose policies change while they count never exceed the limit, and lose no count', async () => {
  const all = kinds.map(places.of);
  const now = Date.now();
  const changing = { policies: edits, now, turns: 20 };
  const during = sums(await together({ role: 'reserve', places: all, changing }, 6));
  for (const [place, stores] of (await open(all)).entries()) {
    const gate = createGate({ policy: edits[0] ?? {}, stores, world: () => fixedWorld({ now }) });
    let allowed = during[place] ?? 0;
    expect([kinds[place], allowed <= 50]).toEqual([kinds[place], true]);
    for (let turn = 0; turn < 51; turn++)
      if ((await gate.authorize({ tool: 'refund', input: {}, session })).verdict === 'allow') allowed++;
    expect([kinds[place], allowed]).toEqual([kinds[place], 50]);
  }
});
