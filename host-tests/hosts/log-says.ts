import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hookHosts } from '../../packages/permesso/src/host-lists/hook-hosts.ts';
import { readLog } from '@permesso/gate/log';
import type { Machine } from './machine.ts';
import type { RealHost } from './real-host.ts';

/** Nobody waits for the hook after a call: it may still be writing when the agent has ended. */
const patience = 60_000;

/** Throws unless the log has the end of the call, where the host has a hook after calls. */
export async function logSaysEnd({ state }: Machine, { name }: RealHost): Promise<void> {
  if (hookHosts.get(name)?.after === undefined) return;
  const deadline = Date.now() + patience;
  for (;;) {
    const entries = [...readLog(join(state, 'log'))];
    if (entries.some((entry) => entry.type === 'end' && entry.ok)) return;
    if (Date.now() > deadline)
      throw new Error(`the log has no end: ${entries.map(({ type }) => type).join(', ')}`);
    await setTimeout(50);
  }
}

/** Throws unless the log says that the call would have been denied. */
export function logSaysObserved({ state }: Machine): void {
  const entries = [...readLog(join(state, 'log'))];
  const would = entries.flatMap((entry) =>
    entry.type === 'decision' ? [entry.receipt.observed?.verdict ?? 'nothing'] : [],
  );
  if (!would.includes('deny')) throw new Error(`the log does not say deny: ${would.join(', ')}`);
}
