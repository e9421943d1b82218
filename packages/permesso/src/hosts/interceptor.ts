import type { Authorization, Consultation, Gate } from '../gate.ts';
import type { Calls, HookHost, Outcome } from './host.ts';

/**
 * Between an agent and its tools, whichever way the agent offers: a hook that it waits for, or a run whose refusals are
 * read afterwards and which is started again with what was granted. Both read calls, and both are answered here.
 */
export type Interceptor = Pick<HookHost, 'name' | 'rewrites' | 'toCall'>;

export interface HookGate {
  readonly gate: Pick<Gate, 'authorize' | 'consult'>;
  /** Who asks: the host's own prompt, or the approver of this gate. */
  readonly asks: 'host' | 'ours';
  /** Writes the log down and lets go of it. */
  readonly close: () => void;
}

export interface Intercepting {
  readonly by: Interceptor;
  readonly held: HookGate;
  readonly signal: AbortSignal;
}

/** All calls or nothing: the first that may not run decides. */
export async function intercept(incoming: Calls, { by, held, signal }: Intercepting): Promise<Outcome> {
  const { gate, asks } = held;
  const toInput = incoming.calls.length === 1 && by.rewrites ? incoming.toInput : undefined;
  let asked: Outcome | undefined;
  let last: Outcome = { verdict: 'deny', reason: 'there was no call' };
  for (const call of incoming.calls) {
    if (asks === 'host') {
      const said = await gate.consult(call, { signal });
      last = { verdict: said.verdict, reason: reasonOf(said) };
    } else {
      const said = await gate.authorize(call, { signal, editable: toInput !== undefined });
      const input = said.call === undefined || said.verdict === 'deny' ? undefined : toInput?.(said.call);
      last = { verdict: said.verdict, reason: reasonOf(said), ...(input === undefined ? {} : { input }) };
    }
    if (last.verdict === 'deny') return last;
    if (last.verdict === 'ask') asked ??= last;
  }
  return asked ?? last;
}

function reasonOf({ message, guidance }: Authorization | Consultation): string {
  return [message, guidance].filter((text) => text !== undefined && text !== '').join(' ') || 'Permesso';
}
