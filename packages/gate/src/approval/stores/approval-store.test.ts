import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requestOf } from '../../../test/request-of.ts';
import { approvalFiles } from './approval-files.ts';
import { memoryApprovals, type SyncApprovalStore, type StoreLimits } from './approval-store.ts';
import type { Answer, Approval, ApprovalRequest } from '@permesso/protocol/approval';
import { durableApprover } from '../channels/durable-approver.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-store-'));
  folders.push(folder);
  return folder;
}

const stores: readonly (readonly [string, (limits?: StoreLimits) => SyncApprovalStore])[] = [
  ['in memory', (limits) => memoryApprovals([], limits)],
  ['in files', (limits) => approvalFiles(newFolder(), limits)],
];

const minute = 60_000;
const asks = (index: number): ApprovalRequest => requestOf({ callKey: `k${index}`, digest: `d${index}` });

function settle(store: SyncApprovalStore, { id, request }: Approval, answer: Answer, at: number): void {
  const { callKey, digest } = request;
  store.change(id, { type: 'answer', at, digest, answer });
  store.change(id, { type: 'consume', at, callKey, digest });
}

describe.each(stores)('%s', (_name, make) => {
  test('what is settled is dropped by count and by age; what waits or may be used is kept', () => {
    const store = make({ keep: 10, keepFor: 60 * minute });
    const waiting = store.open(asks(-1), { now: 0, expiresIn: 1000 * minute });
    for (let index = 0; index < 52; index++)
      settle(store, store.open(asks(index), { now: index }), { verdict: 'allow' }, index);
    const unused = store.open(asks(1000), { now: 200 });
    store.change(unused.id, { type: 'answer', at: 200, digest: 'd1000', answer: { verdict: 'allow' } });
    for (let index = 2000; index < 2048; index++) store.open(asks(index), { now: 201 });
    const ids = store.list().map(({ id }) => id);
    expect(store.list().filter(({ state }) => state === 'consumed')).toHaveLength(10);
    expect(ids).toContain(waiting.id);
    expect(ids).toContain(unused.id);
    // An hour later nothing of it is left but what is pending.
    for (let index = 3000; index < 3050; index++) store.open(asks(index), { now: 90 * minute });
    const later = store.list().filter(({ state }) => state !== 'pending');
    expect(later).toEqual([]);
  });

  test('a question that expired is dropped as well', () => {
    const store = make({ keep: 0 });
    for (let index = 0; index < 51; index++) store.open(asks(index), { now: index * 10, expiresIn: 1 });
    expect(store.list()).toHaveLength(1);
  });

  test('lists the oldest first', () => {
    const store = make();
    for (const [index, now] of [5, 3, 9, 1, 7].entries()) store.open(asks(index), { now });
    expect(store.list().map(({ askedAt }) => askedAt)).toEqual([1, 3, 5, 7, 9]);
  });

  test('a dropped question is not found, and is put again', () => {
    const store = make({ keep: 0 });
    const first = store.open(asks(1), { now: 0 });
    settle(store, first, { verdict: 'allow' }, 0);
    expect(store.find(asks(1))).toMatchObject({ state: 'consumed' });
    for (let index = 100; index < 151; index++) store.open(asks(index), { now: 1 });
    expect(store.find(asks(1))).toBeUndefined();
    expect(store.open(asks(1), { now: 2, isEnough: () => true })).toMatchObject({ state: 'pending' });
  });
});

test('without limits of its own a store does not grow: it is the default of every adapter', () => {
  const store = memoryApprovals();
  for (let index = 0; index < 400; index++)
    settle(store, store.open(asks(index), { now: index }), { verdict: 'deny' }, index);
  expect(store.list().length).toBeLessThanOrEqual(250);
});

describe('secrets', () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  const request = requestOf({
    call: {
      tool: 'Bash',
      input: { command: `curl -H "Authorization: Bearer ${secret}" https://example.com` },
      session: secret.toUpperCase(),
      owner: { tenant: 'acme', user: 'anna' },
    },
    editable: true,
  });
  const textIn = (folder: string): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');

  test('are not kept with the question, which then cannot be edited from afar', () => {
    const folder = newFolder();
    for (const store of [memoryApprovals(), approvalFiles(folder)]) {
      const approval = store.open(request, { now: 0 });
      expect(JSON.stringify(store.list())).not.toContain(secret);
      expect(approval.request).toMatchObject({ editable: false, digest: 'd', callKey: 'k' });
      // Whose it is must be found again, whatever it looks like.
      expect(approval.request.call).toMatchObject({
        session: secret.toUpperCase(),
        owner: { tenant: 'acme', user: 'anna' },
      });
    }
    expect(textIn(folder)).not.toContain(secret);
  });

  test('in an edited input are gone once the call has run', () => {
    const folder = newFolder();
    const store = approvalFiles(folder);
    const plain = requestOf({ editable: true });
    const { id } = store.open(plain, { now: 0 });
    const input = { command: `deploy --token ${secret}` };
    store.change(id, { type: 'answer', at: 1, digest: 'd', answer: { verdict: 'allow', input } });
    expect(store.get(id)?.answer).toMatchObject({ input });
    store.change(id, { type: 'consume', at: 2, callKey: 'k', digest: 'd' });
    expect(store.get(id)).toMatchObject({ state: 'consumed', hidden: true });
    expect(textIn(folder)).not.toContain(secret);
    // An edit without a secret stays readable.
    const other = store.open(requestOf({ digest: 'e', editable: true }), { now: 0 });
    const harmless: Answer = { verdict: 'allow', input: { command: 'ls' } };
    store.change(other.id, { type: 'answer', at: 1, digest: 'e', answer: harmless });
    store.change(other.id, { type: 'consume', at: 2, callKey: 'k', digest: 'e' });
    expect(store.get(other.id)?.answer).toEqual(harmless);
  });

  test('a caller that joins a request whose edit is gone does not run the call as it was before', async () => {
    const store = memoryApprovals();
    const plain = requestOf({ editable: true });
    const input = { command: `deploy --token ${secret}` };
    let questions = 0;
    const ask = durableApprover({
      store,
      every: 1,
      // The edit is the answer to the first request; a caller that comes back is denied.
      notify: ({ id }) => {
        const answer: Answer = questions++ === 0 ? { verdict: 'allow', input } : { verdict: 'deny' };
        store.change(id, { type: 'answer', at: Date.now(), digest: 'd', answer });
      },
    });
    const { signal } = new AbortController();
    const waiting = [ask(plain, { signal }), ask(plain, { signal })];
    for (const answer of await Promise.all(waiting))
      expect(answer.verdict === 'deny' || answer.input !== undefined).toBe(true);
  });
});
