import { describe, expect, test } from 'vitest';
import { scriptedApprover } from '../../approval/channels/scripted-approver.ts';
import { createGate } from '../../gate/gate.ts';
import { guard, NotPermitted } from './guard.ts';

const limited = {
  allow: [{ rule: 'refund', when: { amount: { lt: 100 } } }],
  deny: [{ rule: 'refund', when: { amount: { gt: 1000 } }, guidance: 'Ask the finance team.' }],
};

function shop(options: Partial<Parameters<typeof createGate>[0]> = {}) {
  const paid: number[] = [];
  const refund = guard(
    createGate({ policy: limited, ...options }),
    { tool: 'refund' },
    ({ amount }: { readonly amount: number }) => paid.push(amount),
  );
  return { paid, refund };
}

describe('a guarded function', () => {
  test('runs what is allowed and returns what it returns', async () => {
    const { paid, refund } = shop();
    expect(await refund({ amount: 20 })).toBe(1);
    expect(paid).toEqual([20]);
  });

  test('rejects with words for the model and the decision', async () => {
    const { paid, refund } = shop();
    const error: unknown = await refund({ amount: 5000 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotPermitted);
    expect(error).toMatchObject({
      message: expect.stringContaining('Ask the finance team.') as string,
      decision: { verdict: 'deny' },
    });
    expect(paid).toEqual([]);
  });

  test('asks, and runs a changed input as changed, once it is allowed', async () => {
    const approver = scriptedApprover([
      { verdict: 'allow', input: { amount: 50 } },
      { verdict: 'allow', input: { amount: 2000 } },
      { verdict: 'deny', comment: 'Not this customer.' },
    ]);
    const { paid, refund } = shop({ approver });
    await refund({ amount: 500 });
    await expect(refund({ amount: 500 })).rejects.toThrow('finance');
    await expect(refund({ amount: 500 })).rejects.toThrow('Not this customer.');
    expect(paid).toEqual([50]);
  });

  test('does not run when the signal is over, before or while a person thinks', async () => {
    const stop = new AbortController();
    const { paid, refund } = shop({ approver: () => new Promise(() => undefined) });
    const waiting = refund({ amount: 500 }, { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow('withdrawn');
    await expect(refund({ amount: 20 }, { signal: stop.signal })).rejects.toThrow('aborted');
    expect(paid).toEqual([]);
  });

  test('of many at once each is decided for itself', async () => {
    const { paid, refund } = shop();
    const results = await Promise.allSettled([10, 5000, 20, 5000, 30].map((amount) => refund({ amount })));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(paid.toSorted((a, b) => a - b)).toEqual([10, 20, 30]);
  });

  test('finds the gate by the user, and denies users without one', async () => {
    const gates = new Map([['anna', createGate({ policy: { allow: ['refund'] } })]]);
    const refund = guard(
      (user: string | undefined) => {
        const gate = gates.get(user ?? '');
        if (gate === undefined) throw new Error(`there is no policy for ${user}`);
        return gate;
      },
      { tool: 'refund' },
      ({ amount }: { readonly amount: number }) => amount,
    );
    expect(await refund({ amount: 1 }, { context: 'anna' })).toBe(1);
    await expect(refund({ amount: 1 }, { context: 'eve' })).rejects.toThrow('could not decide');
    await expect(refund({ amount: 1 })).rejects.toThrow(NotPermitted);
  });

  test('a sub-agent does not exceed its parents', async () => {
    const policy = { allow: ['refund'], deny: [{ rule: 'refund', agents: ['helper'] }] };
    const refund = guard(createGate({ policy }), { tool: 'refund' }, () => 'paid');
    expect(await refund({})).toBe('paid');
    const below = { name: 'below', parents: ['helper', 'main'] };
    for (const agent of [{ name: 'helper' }, below])
      await expect(refund({}, { agent })).rejects.toThrow(NotPermitted);
  });
});
