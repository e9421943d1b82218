import { describe, expect, test, vi } from 'vitest';
import type { Answer, Approver } from '@permesso/protocol/approval';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import { gateWith, sh, yes, pushAsks } from '../../test/gate-with.ts';

function answering(answer: unknown): Approver {
  return () => Promise.resolve(answer as Answer);
}

describe('an approver that fails', () => {
  test.each<[string, Approver, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no terminal');
      },
      /^This needs approval, and asking for it failed\.$/,
    ],
    [
      'rejects',
      () => Promise.reject(new Error('no terminal')),
      /^This needs approval, and asking for it failed\.$/,
    ],
    [
      'rejects with a hostile value',
      () =>
        Promise.reject({
          toString: () => {
            throw new Error('x');
          },
        }),
      /asking for it failed/,
    ],
    ['answers nothing', answering(undefined), /no clear answer/],
    ['answers null', answering(null), /no clear answer/],
    ['answers true', answering(true), /no clear answer/],
    ['answers a text', answering('allow'), /no clear answer/],
    ['answers another verdict', answering({ verdict: 'ask' }), /no clear answer/],
    [
      'answers with a scope that does not exist',
      answering({ verdict: 'allow', scope: 'forever' }),
      /no clear answer/,
    ],
    ['answers with a scope without an end', answering({ verdict: 'allow', scope: {} }), /no clear answer/],
    [
      'answers with an end that is not a time',
      answering({ verdict: 'allow', scope: { until: 'tomorrow' } }),
      /no clear answer/,
    ],
    [
      'answers with an end that never comes',
      answering({ verdict: 'allow', scope: { until: Number.NaN } }),
      /no clear answer/,
    ],
    [
      'answers with rules that are no list',
      answering({ verdict: 'allow', scope: 'session', rules: 5 }),
      /no clear answer/,
    ],
    [
      'answers with rules that are a text',
      answering({ verdict: 'allow', scope: 'session', rules: 'Bash' }),
      /no clear answer/,
    ],
    [
      'answers with rules that are no texts',
      answering({ verdict: 'allow', scope: 'session', rules: [5] }),
      /no clear answer/,
    ],
    [
      'answers with a getter that throws',
      answering({
        get verdict(): string {
          throw new Error('ha');
        },
      }),
      /asking for it failed/,
    ],
    ['answers without a promise', (() => undefined) as unknown as Approver, /no clear answer/],
  ])('%s: deny', async (_name, approver, words) => {
    const authorization = await gateWith({ ...pushAsks, approver }).authorize(sh('git push'));
    expect(authorization).toMatchObject({ verdict: 'deny', guidance: expect.stringMatching(words) });
  });

  test.each<Answer>([
    { verdict: 'allow', scope: { until: 10 } },
    { verdict: 'allow', scope: 'session', rules: [] },
    { verdict: 'allow', by: 'ada' },
  ])('%j is a clear answer', async (answer) => {
    expect(
      await gateWith({ ...pushAsks, approver: answering(answer) }).authorize(sh('git push')),
    ).toMatchObject({ verdict: 'allow', answer });
  });

  test('never answers: the signal withdraws the question', async () => {
    const controller = new AbortController();
    let told: AbortSignal | undefined;
    const approver: Approver = (_request, { signal }) => {
      told = signal;
      return new Promise(() => undefined);
    };
    const waiting = gateWith({ ...pushAsks, approver }).authorize(sh('git push'), {
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    expect(await waiting).toMatchObject({ verdict: 'deny', guidance: 'The request was withdrawn.' });
    expect(told?.aborted).toBe(true);
  });

  test('a signal that was given up before: nobody is asked', async () => {
    const approver = scriptedApprover([yes]);
    const authorization = await gateWith({ ...pushAsks, approver }).authorize(sh('git push'), {
      signal: AbortSignal.abort(),
    });
    expect(authorization).toMatchObject({ verdict: 'deny', guidance: 'The request was withdrawn.' });
    expect(approver.asked).toEqual([]);
  });

  test('one signal may live through many questions', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const gate = gateWith({ ...pushAsks, approver: answering(yes) });
    for (let count = 0; count < 3; count++) await gate.authorize(sh('git push'), { signal });
    expect(add).toHaveBeenCalledTimes(3);
    expect(remove).toHaveBeenCalledTimes(3);
  });
});
