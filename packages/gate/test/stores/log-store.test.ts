import { afterAll, describe, expect, test } from 'vitest';
import type { KeptEntry } from '@permesso/protocol/entry';
import { createGate } from '../../src/gate/gate.ts';
import { replay } from '../../src/gate/data/replay.ts';
import type { Entry, Log, LogStore, WantedEntries } from '../../src/log/entry/log.ts';
import { sinkOf } from '../../src/stores/log-sink.ts';
import { openStores } from './open-stores.ts';
import { hasRedis, newPlaces } from './places.ts';

const kinds = ['sqlite', 'postgres', ...((await hasRedis()) ? (['redis'] as const) : [])] as const;
const places = newPlaces();
const closing: (() => void | Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing) await close();
  await places.clear();
});

async function opened(kind: (typeof kinds)[number]): Promise<LogStore> {
  const { log, close } = await openStores(places.of(kind));
  closing.push(close);
  return log as LogStore;
}

async function listed(log: LogStore, wanted?: WantedEntries): Promise<readonly KeptEntry[]> {
  const found: KeptEntry[] = [];
  for await (const entry of log.read(wanted)) found.push(entry);
  return found;
}

const failureAt = (at: number): Entry => ({ type: 'failed', at, error: String(at) });

describe.each(kinds)('the log in %s', (kind) => {
  test('is read in its order, by tenant and by time, beyond one page', async () => {
    const log = await opened(kind);
    for (let at = 1; at <= 1100; at++) void log.write(failureAt(at));
    await log.flush();
    const all = await listed(log);
    expect(all.map((entry) => ('error' in entry ? entry.error : ''))).toEqual(
      Array.from({ length: 1100 }, (_, place) => String(place + 1)),
    );
    expect(await listed(log, { since: 500, until: 600 })).toHaveLength(100);
    expect(await listed(log, { tenant: 'acme' })).toEqual([]);
  });

  test('Finding 33: of one tenant is read and erased without the others', async () => {
    const log = await opened(kind);
    const gate = createGate({ policy: { allow: ['refund'] }, stores: { log } });
    for (const tenant of ['acme', 'globex', "ac'me"])
      await gate.authorize({ tool: 'refund', input: {}, principal: { tenant, user: 'ann' } });
    await gate.authorize({ tool: 'refund', input: {} });
    await log.flush();
    const ofAcme = await listed(log, { tenant: 'acme' });
    expect(ofAcme).toMatchObject([{ type: 'decision', call: { principal: { tenant: 'acme' } } }]);
    await expect(log.erase({})).rejects.toThrow('needs a `tenant` or an `until`');
    expect(await log.erase({ tenant: 'acme' })).toBe(1);
    expect(await listed(log)).toHaveLength(3);
    expect(await log.erase({ until: Date.now() + 1000 })).toBe(3);
    expect(await listed(log)).toEqual([]);
  });

  test('Finding 33: shows what another policy would have decided', async () => {
    const log = await opened(kind);
    const gate = createGate({ policy: { allow: ['refund'] }, stores: { log } });
    const principal = { tenant: 'acme', user: 'ann' };
    for (const amount of [50, 150, 250])
      await gate.authorize({ tool: 'refund', input: { amount }, principal });
    await log.flush();
    const stricter = { allow: ['refund'], ask: [{ rule: 'refund', when: { amount: { gt: 100 } } }] };
    const { decided, skipped, changes } = await replay(stricter, log.read({ tenant: 'acme' }));
    expect([decided, skipped]).toEqual([3, 0]);
    expect(changes.map(({ entry, before, after }) => [entry.call.input['amount'], before, after])).toEqual([
      [150, 'allow', 'ask'],
      [250, 'allow', 'ask'],
    ]);
    expect((await replay({ allow: ['refund'] }, log.read())).changes).toEqual([]);
  });
});

describe('Finding 33: a log that is demanded', () => {
  const call = { tool: 'refund', input: {} };
  const policy = { allow: ['refund'], ask: ['pay'] };
  const logs: readonly (readonly [string, Log['write']])[] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('connection refused to db password=hunter2'))],
  ];

  test.each(logs)('and %s lets nothing run, and keeps its error from the model', async (_name, write) => {
    const gate = createGate({ policy, log: { write }, requireLog: true });
    const said = [await gate.authorize(call), await gate.consult(call)];
    expect(said.map(({ verdict }) => verdict)).toEqual(['deny', 'deny']);
    expect(JSON.stringify(said)).not.toContain('hunter2');
    expect((await createGate({ policy, log: { write } }).authorize(call)).verdict).toBe('allow');
  });

  test('is written before the call may run, with the answer of a person', async () => {
    const written: string[] = [];
    const write = async ({ type }: Entry): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      written.push(type);
    };
    const approver = (): Promise<{ verdict: 'allow' }> => Promise.resolve({ verdict: 'allow' });
    const gate = createGate({ policy, log: { write }, requireLog: true, approver });
    expect((await gate.authorize(call)).verdict).toBe('allow');
    expect(written).toEqual(['decided']);
    expect((await gate.authorize({ tool: 'pay', input: {} })).verdict).toBe('allow');
    expect(written).toEqual(['decided', 'decided', 'answered']);
  });

  test('is there', () => {
    expect(() => createGate({ policy, requireLog: true })).toThrow('`requireLog` needs a log');
  });
});

describe('Finding 33: entries that cannot be written', () => {
  test('are tried again', async () => {
    let tries = 0;
    const sink = sinkOf(() => (++tries < 3 ? Promise.reject(new Error('gone')) : Promise.resolve()));
    await sink.write(failureAt(1));
    await sink.flush();
    expect(tries).toBe(3);
  });

  test('do not pile up while nothing is written', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sink = sinkOf(() => promise);
    const given = Array.from({ length: 10_050 }, (_, at) => Promise.resolve(sink.write(failureAt(at))));
    const refused = given.slice(10_000);
    expect((await Promise.allSettled(refused)).every(({ status }) => status === 'rejected')).toBe(true);
    resolve();
    await Promise.allSettled(given);
    const told = (await Promise.resolve(sink.flush()).catch((error: unknown) => error)) as AggregateError;
    expect([told.message, told.errors.length]).toEqual(['50 entries could not be written', 20]);
  });
});
