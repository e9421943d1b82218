import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { requestOf } from '../../../test/request-of.ts';
import { memoryApprovals } from '../stores/approval-store.ts';
import { type Answer, type Approver, CannotAsk } from '@permesso/protocol/approval';
import { durableApprover } from './durable-approver.ts';
import { tryInOrder, race } from './combine-approvers.ts';
import { scriptedApprover } from './scripted-approver.ts';

const request = requestOf();
const signal = new AbortController().signal;
const every = 5;
const never: Approver = () => new Promise<Answer>(() => undefined);
const cannot: Approver = () => Promise.reject(new CannotAsk('no terminal'));
const late = async (answer: Answer, milliseconds: number): Promise<Answer> => {
  await wait(milliseconds);
  return answer;
};

describe('a question that is put durably', () => {
  test('is answered here, used once, and put again the next time', async () => {
    const store = memoryApprovals();
    const approver = scriptedApprover([{ verdict: 'allow' }, { verdict: 'deny', comment: 'again?' }]);
    const ask = durableApprover({ store, approver, every });
    expect(await ask(request, { signal })).toMatchObject({ verdict: 'allow' });
    expect(await ask(request, { signal })).toMatchObject({ verdict: 'deny', comment: 'again?' });
    expect(store.list().map(({ state }) => state)).toEqual(['consumed', 'denied']);
  });

  test('is put once for all who wait for it', async () => {
    const approver = vi.fn<Approver>(() => late({ verdict: 'allow' }, 30));
    const ask = durableApprover({ store: memoryApprovals(), approver, every });
    const answers = await Promise.all([1, 2, 3].map(() => ask(request, { signal })));
    expect(answers.map(({ verdict }) => verdict)).toEqual(['allow', 'allow', 'allow']);
    expect(approver).toHaveBeenCalledTimes(1);
  });

  test('may be answered from elsewhere; who is slower here is told so, and stopped', async () => {
    const store = memoryApprovals();
    const stopped = vi.fn<() => void>();
    const onLate = vi.fn<(approval: unknown, why: string) => void>();
    const approver: Approver = async (_request, { signal: stop }) => {
      stop.addEventListener('abort', stopped);
      await once(stop, 'abort');
      return { verdict: 'deny' };
    };
    const answer = durableApprover({ store, approver, every, onLate })(request, { signal });
    await expect.poll(() => store.list()).toHaveLength(1);
    const [open] = store.list();
    store.change(open?.id ?? '', {
      type: 'answer',
      at: Date.now(),
      digest: 'd',
      answer: { verdict: 'allow', by: 'phone' },
    });
    expect(await answer).toEqual({ verdict: 'allow', by: 'phone' });
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  test('waits for others where nobody can be asked here, and expires to a no', async () => {
    const ask = durableApprover({ store: memoryApprovals(), approver: cannot, every, expiresIn: 40 });
    expect(await ask(request, { signal })).toEqual({
      verdict: 'deny',
      comment: 'This was not approved: it expired without an answer.',
      unanswered: 'expired',
      from: 'nobody',
    });
  });

  test('denies at once and withdraws the question where the approver is the only one who may answer', async () => {
    const store = memoryApprovals();
    const ask = durableApprover({ store, approver: cannot, every, cannotAsk: 'deny' });
    await expect(ask(request, { signal })).rejects.toThrow('no terminal');
    expect(store.list().filter(({ state }) => state === 'pending')).toEqual([]);
  });

  test('survives the process that put it: the yes is found by the next one', async () => {
    const store = memoryApprovals();
    const gone = new AbortController();
    const first = durableApprover({ store, approver: never, every })(request, { signal: gone.signal });
    await expect.poll(() => store.list()).toHaveLength(1);
    const kept = structuredClone(store.list());
    gone.abort();
    await first;
    const restarted = memoryApprovals(kept);
    restarted.change(kept[0]?.id ?? '', {
      type: 'answer',
      at: Date.now(),
      digest: 'd',
      answer: { verdict: 'allow' },
    });
    expect(await durableApprover({ store: restarted, approver: never, every })(request, { signal })).toEqual({
      verdict: 'allow',
    });
    expect(restarted.list()).toMatchObject([{ state: 'consumed' }]);
  });

  test('a withdrawal cancels it, and any other program that waits puts it again', async () => {
    const store = memoryApprovals();
    const gone = new AbortController();
    const first = durableApprover({ store, approver: never, every })(request, { signal: gone.signal });
    await expect.poll(() => store.list()).toHaveLength(1);
    const answers = [{ verdict: 'allow' } as const];
    const second = durableApprover({
      store,
      approver: () => late(answers[0] ?? { verdict: 'deny' }, 60),
      every,
    })(request, { signal });
    await wait(10);
    gone.abort();
    expect(await first).toMatchObject({ verdict: 'deny' });
    expect(await second).toMatchObject({ verdict: 'allow' });
  });

  test('notifies, and does not care if that fails', async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const notify = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no bell')));
    const approver = scriptedApprover([{ verdict: 'allow' }]);
    const ask = durableApprover({ store: memoryApprovals(), approver, every, notify, onError });
    expect(await ask(request, { signal })).toEqual({ verdict: 'allow' });
    expect(notify).toHaveBeenCalledTimes(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('several who can be asked', () => {
  const yes = scriptedApprover([{ verdict: 'allow', by: 'a' }]);
  test('the first answer counts and stops the others', async () => {
    const stopped = vi.fn<() => void>();
    const slow: Approver = (_request, { signal: stop }) => {
      stop.addEventListener('abort', stopped);
      return new Promise<Answer>(() => undefined);
    };
    expect(await race(slow, cannot, yes)(request, { signal })).toMatchObject({ by: 'a' });
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  test('who cannot ask does not answer; if none can, nobody could be asked', async () => {
    await expect(race(cannot, cannot)(request, { signal })).rejects.toThrow(CannotAsk);
    await expect(race()(request, { signal })).rejects.toThrow(CannotAsk);
    await expect(tryInOrder(cannot)(request, { signal })).rejects.toThrow('no terminal');
  });

  test('one after the other', async () => {
    const second = scriptedApprover([{ verdict: 'deny' }]);
    expect(await tryInOrder(cannot, second, yes)(request, { signal })).toEqual({ verdict: 'deny' });
    const broken: Approver = () => Promise.reject(new Error('crash'));
    await expect(tryInOrder(broken, second)(request, { signal })).rejects.toThrow('crash');
  });
});
