import type { ToolCall } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import { redactSecrets } from '@permesso/engine/facts';
import type { Events } from '../entry/events.ts';

/** Calls that did not run, with similar ones combined. Without secrets. */
export interface Refusal {
  readonly tool: string;
  /** The parts that prevented it. */
  readonly what: string;
  readonly why: string;
  /** Rules that would have allowed it if added to the policy; empty if no rule could. */
  readonly rules: readonly string[];
  readonly times: number;
}

/** The refused calls of a gate since `collectRefusals` was called. */
export interface Refusals {
  readonly add: (call: ToolCall, decision: Decision) => void;
  readonly list: () => readonly Refusal[];
  /** How many calls were decided. */
  readonly decided: () => number;
  readonly stop: () => void;
}

/** Counts similar refusals as one. */
export function tallyRefusals(): {
  readonly add: (refusal: Omit<Refusal, 'times'>) => void;
  readonly list: () => readonly Refusal[];
} {
  const refusals = new Map<string, Refusal>();
  return {
    add: (refusal) => {
      const key = JSON.stringify([refusal.tool, refusal.what, refusal.why, refusal.rules]);
      refusals.set(key, { ...refusal, times: (refusals.get(key)?.times ?? 0) + 1 });
    },
    list: () => [...refusals.values()],
  };
}

/**
 * Listens to an unattended gate, so that its run can end with a list of what was missing.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { collectRefusals } from '@permesso/gate/summary';
 * const gate = createGate({ policy: { unlisted: 'deny' } });
 * const refusals = collectRefusals(gate);
 * await gate.authorize({ tool: 'refund', input: {} });
 * console.log(refusals.list().length);
 * ```
 */
export function collectRefusals(gate?: Pick<Events, 'on'>): Refusals {
  const tally = tallyRefusals();
  const open = new Map<ToolCall, Decision>();
  let decided = 0;

  const stop = [
    gate?.on('decided', ({ call, decision }) => {
      // A request may be settled without an answer: then the same call is decided again.
      if (!open.delete(call)) decided++;
      if (decision.verdict === 'deny') tally.add(refusalOf(call, decision));
      else if (decision.verdict === 'ask') open.set(call, decision);
    }),
    gate?.on('answered', ({ call, answer }) => {
      const decision = open.get(call);
      open.delete(call);
      if (answer.verdict === 'deny' && decision !== undefined) tally.add(refusalOf(call, decision));
    }),
  ];
  return {
    add: (call, decision) => {
      decided++;
      tally.add(refusalOf(call, decision));
    },
    list: tally.list,
    decided: () => decided,
    stop: () => {
      for (const each of stop) each?.();
    },
  };
}

function refusalOf(call: ToolCall, { receipt, suggestions, message }: Decision): Omit<Refusal, 'times'> {
  const parts = receipt.parts.filter(({ verdict }) => verdict !== 'allow');
  return {
    tool: call.tool,
    what: redactSecrets(parts.map(({ label }) => label).join('; ')).text,
    why: redactSecrets(parts.length === 1 ? (parts[0]?.reason ?? message) : message).text,
    // A rule with a secret in it is never suggested, so these contain nothing to hide.
    rules: suggestions[0]?.rules ?? [],
  };
}
