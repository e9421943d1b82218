import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { printInstant } from '@permesso/engine/policy';
import { sessionFiles, sessionFolder } from '../sessions/session-files.ts';
import { limitFiles } from '../limits/limit-files.ts';
import type { Keeper } from '../keep/keeper.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { withNotice } from './notice.ts';
import type { TeamAsking } from '../approval/team-asks.ts';
import { filePolicy, type FilePolicyOptions } from './file-policy.ts';
import { gateOver, gateOptions, type Gate, type GateOptions } from './gate.ts';
import { addSandboxHost } from './edit-policy.ts';
import { gateState, type OpenHosts } from './gate-state.ts';

/** How to set up a gate over policy files: `GateOptions`, with the location of the files instead of a policy. */
export interface PolicyGateOptions extends Omit<GateOptions, 'policy'>, FilePolicyOptions {
  /**
   * The team whose policy applies here. Without it, calls that this policy asks about are denied: nobody else may
   * approve them.
   */
  readonly team?: TeamAsking;
  /** The agent program's own name for its current mode. */
  readonly hostMode?: string;
  /** Keeps what calls are about to lose; if absent, nothing is kept, whatever the policy says. */
  readonly keeper?: Keeper;
  /** Appended to every verdict while it returns a text, such as that this machine was revoked. */
  readonly notice?: () => string | undefined;
}

/** Callers often pass an object with more properties than a gate accepts. */
function ownOptions(options: PolicyGateOptions): Omit<GateOptions, 'policy'> {
  const isOwn = ([name]: readonly [string, unknown]): boolean => gateOptions.some((one) => one === name);
  return Object.fromEntries(Object.entries(options).filter(isOwn));
}

/**
 * A gate whose policy is on disk. Every call sees the files, the trust and the freeze as they are at that moment; a
 * policy that breaks while the gate lives denies everything until it is fixed. Throws if it is broken at the start.
 *
 * @example
 * ```ts
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { createPolicyGate } from '@permesso/gate/policy';
 * const gate = createPolicyGate({ cwd: '/srv/app', approver: terminalApprover() });
 * const { verdict } = await gate.authorize({ tool: 'Bash', input: { command: 'npm test' } });
 * ```
 */
export function createPolicyGate(options: PolicyGateOptions): Gate {
  const source = filePolicy(options);
  const { hostMode, team, keeper } = options;
  const given = ownOptions(options);
  // A hook runs as one process per call: a count in its memory would be lost.
  const { state } = findPlaces(options);
  const stores = {
    limits: limitFiles(join(state, 'limits')),
    sessions: sessionFiles(sessionFolder(state)),
    ...given.stores,
  };
  const own = { ...given, stores, ...definedFields({ hostMode, keeper }) };
  const root = options.project ?? options.cwd;
  const gate = gateOver(
    gateState(own, { source, team: { asking: team }, openHosts: openingHosts(options), root }),
  );
  return options.notice === undefined ? gate : withNotice(gate, options.notice);
}

/** Writes to the person's own policy of the project, so that it opens hosts for nobody else's agents. */
function openingHosts(options: PolicyGateOptions): OpenHosts {
  return async (hosts, { until, cwd }) => {
    const expires = printInstant(until);
    // The files that decided the call.
    const called = options.onePlace === true ? undefined : cwd;
    const place = { ...options, cwd: called ?? options.cwd ?? process.cwd(), to: 'local' } as const;
    for (const host of hosts) await addSandboxHost({ host, expires }, place);
  };
}
