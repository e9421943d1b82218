import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@permesso/protocol/approval';
import { approvalsIn, giveAnswer } from '@permesso/gate/approval';
import { answerHook } from '../../src/hook/answer-hook.ts';
import type { Asker } from '../../src/hook/approval-channel.ts';
import { hookGate } from '../../src/hook/hook-gate.ts';
import type { HookHost, Reply } from '@permesso/gate/payloads';
import { findPlaces } from '@permesso/gate/disk';
import type { Machine } from './hook-process.ts';

export interface Sent {
  readonly host: HookHost;
  readonly machine: Machine;
  readonly text: string;
  readonly ask?: Asker;
  /** Milliseconds that a question may wait. */
  readonly patience?: number;
}

/** What a hook process does between its stdin and its exit code, without the second that starting one costs. */
export function answerHere({ host, machine, text, ask, patience = 100 }: Sent): Promise<Reply> {
  return answerHook(text, {
    host,
    signal: AbortSignal.timeout(patience),
    gateFor: (call, { root = machine.project }) =>
      hookGate(call, {
        host,
        root,
        patience,
        home: machine.home,
        env: {},
        ...(ask === undefined ? {} : { ask }),
      }),
  });
}

/** Somebody else on this machine answers the first question that turns up. Gives back whether it could be changed. */
export async function answerTheQuestion(
  machine: Machine,
  answer: (editable: boolean) => Answer,
): Promise<boolean> {
  const { state } = findPlaces({ home: machine.home, env: {} });
  for (let tries = 0; tries < 200; tries++) {
    const waiting = approvalsIn(state, Date.now()).find(({ approval }) => approval.state === 'pending');
    if (waiting !== undefined) {
      const { editable } = waiting.approval.request;
      const why = giveAnswer(waiting, answer(editable));
      if (why !== undefined) throw new Error(`the answer does not count, ${why}`);
      return editable;
    }
    await sleep(20);
  }
  throw new Error('nobody was asked');
}
