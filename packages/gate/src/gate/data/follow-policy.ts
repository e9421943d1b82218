import { messageOf } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import { type Clock, systemClock } from '../../approval/clock.ts';
import type { Gate, PolicyInput } from '../gate.ts';

/** A policy as a database or a service has it. */
export interface PolicyVersion {
  /** Another one is another policy. */
  readonly version: string | number;
  readonly policy: PolicyInput;
}

/** Where a gate has its policy from, and how often it looks. */
export interface FollowOptions {
  readonly load: () => PolicyVersion | Promise<PolicyVersion>;
  /** Milliseconds between two looks. A minute when absent. */
  readonly every?: number;
  /** This machine's when absent. */
  readonly clock?: Clock;
}

/** A gate that follows a policy. */
export interface FollowedPolicy {
  /** Looks at once. Resolves to whether another version holds from now on; never rejects. */
  readonly refresh: () => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * Gives a gate each version of a policy. One that cannot be loaded, or is broken, is told to `gate.on('failed', ...)`, and the
 * last good one holds.
 *
 * @example
 * ```ts
 * import { createGate, followPolicy, layerFromData } from '@permesso/gate';
 * const base = { unlisted: 'deny' } as const;
 * const gate = createGate({ policy: base });
 * const load = async () => {
 *   const row = await (await fetch('https://policies.example/acme')).json();
 *   return { version: row.version, policy: [base, layerFromData(row.rules, { allows: true })] };
 * };
 * const followed = followPolicy(gate, { load, every: 10_000 });
 * await followed.refresh();
 * ```
 */
export function followPolicy(gate: Gate, options: FollowOptions): FollowedPolicy {
  checkOptions(options, ['load', 'every', 'clock'], 'followPolicy');
  const { load, every = 60_000, clock = systemClock } = options;
  let version: PolicyVersion['version'] | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let forget: (() => void) | undefined;

  async function look(): Promise<boolean> {
    try {
      const next = await load();
      if (next.version === version) return false;
      gate.setPolicy(next.policy);
      version = next.version;
      return true;
    } catch (error) {
      gate.fail(new Error(`the policy could not be replaced, so the last one holds: ${messageOf(error)}`));
      return false;
    }
  }

  /** One after the other: a slow answer with an old version must not replace a newer one. */
  function refresh(): Promise<boolean> {
    const looked = last.then(look);
    last = looked;
    return looked;
  }

  function wait(): void {
    forget = clock.after(every, () => {
      wait();
      void refresh();
    });
  }

  wait();
  return { refresh, stop: () => forget?.() };
}
