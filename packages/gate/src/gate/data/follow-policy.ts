import { messageOf } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import { type Clock, systemClock } from '../../approval/clock.ts';
import type { Gate, PolicyInput } from '../gate.ts';

/** A policy as loaded from a database or a service. */
export interface PolicyVersion {
  /** A different version means a different policy. */
  readonly version: string | number;
  readonly policy: PolicyInput;
}

/** Where a gate loads its policy from, and how often it checks for a new version. */
export interface FollowOptions {
  readonly load: () => PolicyVersion | Promise<PolicyVersion>;
  /** Milliseconds between checks. Default: one minute. */
  readonly every?: number;
  /** Defaults to this machine's clock. */
  readonly clock?: Clock;
}

/** A gate that follows a policy. */
export interface FollowedPolicy {
  /** Checks now. Resolves to whether a different version is in effect afterwards; never rejects. */
  readonly refresh: () => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * Gives a gate each new version of a policy. A version that cannot be loaded or is broken is reported to
 * `gate.on('failed', ...)`, and the last good version stays in effect.
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

  /** Refreshes run one after the other: a slow response with an old version must not replace a newer one. */
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
