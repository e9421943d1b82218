import { definedFields } from '@permesso/engine/call';
import type { Enforcement, LogHead, MachineReport } from '@permesso/protocol/machine';
import { baselineFor, type Manifest, policyFor, type PolicyReference } from '@permesso/protocol/bundle';
import { loadPolicy, type LoadOptions } from '../gate/load-policy.ts';
import { readLogBackwards } from '../log/file/read-log.ts';
import { isSandboxProven, sandboxFolder } from '../sandbox/known-sandbox.ts';
import { packageAround } from '../disk/package-around.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { bundleProblem } from './bundle-state.ts';
import { managedMachine } from './managed-machine.ts';
import type { Membership } from '../disk/membership.ts';
import { lastManifest, newestManifest } from '../disk/held-bundle.ts';

export interface DescribedMachine {
  readonly directory: string;
  readonly membership: Membership;
  readonly logDirectory: string;
  readonly load: LoadOptions;
  /** The agent programs found here; absent if nobody looked for them. */
  readonly hosts?: MachineReport['hosts'];
}

/** What this machine reports to its team: read from files, without starting anything or asking anyone. */
export function describeMachine(machine: DescribedMachine): MachineReport {
  const { directory, membership, logDirectory, load, hosts } = machine;
  const now = Date.now();
  const manifest = lastManifest(directory, membership);
  const newest = newestManifest(directory, membership);
  const counts = bundleProblem({ directory, membership, now }) === undefined;
  const { mode, enforcement } = policyState({ ...load, cwd: directory });
  return {
    client: packageAround(import.meta.filename)?.version ?? '0.0.0',
    platform: `${process.platform}-${process.arch}`,
    clock: new Date(now).toISOString(),
    ...heldPolicies(counts ? manifest : undefined, { newest, agent: membership.agent }),
    mode,
    enforcement: counts ? enforcement : 'denies all',
    sandbox: isSandboxProven(sandboxFolder(findPlaces(load).state)) ? 'proven' : 'not proven',
    log: lastEntry(logDirectory),
    ...definedFields({ hosts }),
    managed: managedMachine(load) !== undefined,
  };
}

/** The versions that decide here; empty if no copy is valid. */
function heldPolicies(
  counting: Manifest | undefined,
  { newest, agent }: { readonly newest: Manifest | undefined; readonly agent: string },
): Pick<MachineReport, 'policy' | 'baseline'> {
  const versionOf = (reference: PolicyReference | undefined): number | null => reference?.version ?? null;
  const policy = counting === undefined ? undefined : policyFor(counting, agent);
  const baseline = counting === undefined ? undefined : baselineFor(counting, agent);
  return {
    policy: { version: versionOf(policy), serial: newest?.serial ?? null },
    // A server that signs no baseline does not accept a report about one.
    ...(newest?.baseline === undefined
      ? {}
      : { baseline: { version: versionOf(baseline), serial: newest.baseline.serial } }),
  };
}

interface PolicyState {
  readonly mode: string | null;
  readonly enforcement: Enforcement;
}

/** From a directory that is not a project: what applies everywhere on this machine. */
function policyState(load: LoadOptions): PolicyState {
  try {
    const { policy, files, layers, frozen } = loadPolicy(load);
    const mode = policy.mode ?? null;
    if (frozen !== undefined) return { mode, enforcement: 'frozen' };
    if (files.length === 0 && layers.length === 0) return { mode, enforcement: 'none' };
    return { mode, enforcement: policy.observes === true ? 'observe' : 'enforced' };
  } catch (error) {
    // If the policy is broken, calls are denied, and `permesso doctor` says why.
    if (error instanceof Error) return { mode: null, enforcement: 'denies all' };
    throw error;
  }
}

function lastEntry(logDirectory: string): LogHead {
  for (const { seq, hash } of readLogBackwards(logDirectory)) return { seq, hash };
  return { seq: 0, hash: null };
}
