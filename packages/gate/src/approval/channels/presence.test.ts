import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestOf } from '../../../test/request-of.ts';
import { ownMark } from '../../disk/process-mark.ts';
import { memoryApprovals } from '../stores/approval-store.ts';
import { CannotAsk } from '@permesso/protocol/approval';
import { durableApprover } from './durable-approver.ts';
import { announcePresence, isAnyonePresent, isPresentFirst, presentAddress } from './presence.ts';
import { requirePresence } from './require-presence.ts';

let state: string;
const place = (): string => join(state, 'present');
const { signal } = new AbortController();

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'permesso-present-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true, maxRetries: 20 }));

describe('somebody is present', () => {
  test('from coming to leaving', () => {
    expect(isAnyonePresent(state)).toBe(false);
    const [first, second] = [announcePresence(state), announcePresence(state)];
    expect(isAnyonePresent(state)).toBe(true);
    first();
    expect(isAnyonePresent(state)).toBe(true);
    second();
    expect(isAnyonePresent(state)).toBe(false);
    expect(readdirSync(place())).toEqual([]);
  });

  test('says where, and whether it wants to be asked first, as long as it is there', () => {
    const leave = [
      announcePresence(state),
      announcePresence(state, { address: 'http://evil.example/' }),
      announcePresence(state, { address: 'http://127.0.0.1:4711/' }),
    ];
    expect(isPresentFirst(state)).toBe(false);
    expect(presentAddress(state)).toBe('http://127.0.0.1:4711/');
    const leaveFirst = announcePresence(state, { first: true });
    expect(isPresentFirst(state)).toBe(true);
    for (const go of [...leave, leaveFirst]) go();
    expect(isPresentFirst(state)).toBe(false);
    expect(presentAddress(state)).toBeUndefined();
  });

  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  test.each<[string, string]>([
    ['a process that is gone', JSON.stringify({ ...ownMark(), pid: dead })],
    ['another process with the same number', JSON.stringify({ ...ownMark(), started: '1' })],
    ['half a file', '{"pid":'],
    ['something else', '[]'],
  ])('not for %s', (_what, text) => {
    announcePresence(state)();
    writeFileSync(join(place(), '1-x.json'), text);
    expect(isAnyonePresent(state)).toBe(false);
  });

  test('not when it has said nothing for a while, as a stopped process does', () => {
    const leave = announcePresence(state);
    const past = Date.now() / 1000 - 30;
    for (const name of readdirSync(place())) utimesSync(join(place(), name), past, past);
    expect(isAnyonePresent(state)).toBe(false);
    leave();
  });

  test('goes on saying so', async () => {
    const leave = announcePresence(state);
    const past = Date.now() / 1000 - 30;
    for (const name of readdirSync(place())) utimesSync(join(place(), name), past, past);
    await expect.poll(() => isAnyonePresent(state), { timeout: 120_000 }).toBe(true);
    leave();
  });

  test('not where others may write', () => {
    const leave = announcePresence(state);
    chmodSync(place(), 0o777);
    expect(isAnyonePresent(state)).toBe(false);
    leave();
  });
});

describe('a question waits only while somebody is there', () => {
  test('nobody: nobody to ask, at once, and no question is put', async () => {
    const store = memoryApprovals();
    const asking = requirePresence(durableApprover({ store }), { state })(requestOf(), { signal });
    await expect(asking).rejects.toThrow(CannotAsk);
    expect(store.list()).toEqual([]);
  });

  test('somebody who leaves: withdrawn', async () => {
    const leave = announcePresence(state);
    const store = memoryApprovals();
    const approver = requirePresence(durableApprover({ store, every: 10 }), { state, every: 20 });
    const asking = approver(requestOf(), { signal });
    await expect.poll(() => store.list()).toMatchObject([{ state: 'pending' }]);
    leave();
    await expect(asking).rejects.toThrow('has left');
    expect(store.list()).toMatchObject([{ state: 'cancelled' }]);
  });

  test('somebody who answers: answered', async () => {
    const leave = announcePresence(state);
    const store = memoryApprovals();
    const asking = requirePresence(durableApprover({ store, every: 10 }), { state })(requestOf(), { signal });
    const [open] = store.list();
    store.change(open?.id ?? '', {
      type: 'answer',
      at: Date.now(),
      digest: 'd',
      answer: { verdict: 'allow' },
    });
    expect(await asking).toMatchObject({ verdict: 'allow' });
    leave();
  });
});
