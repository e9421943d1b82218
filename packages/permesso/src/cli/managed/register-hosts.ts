import { messageOf } from '@permesso/engine/call';
import { placesOf } from '../../managed/find-managed-hosts.ts';
import { asUser, type MachineUser } from '../../managed/machine-users.ts';
import {
  applySystemPlan,
  managedHost,
  planManagedHost,
  type SystemPlaces,
} from '../../managed/plan-managed.ts';
import { applyChanges } from '../../install/apply-changes.ts';
import type { FoundHost } from '../../install/find-hosts.ts';
import { readManifest } from '../../install/manifest.ts';
import { planHost, type HostPlan } from '../../install/plan-install.ts';
import { compiledIn } from '../../install/programs.ts';
import { findPlaces } from '@permesso/gate/disk';
import { installedPlaces } from '../../launch/launch-places.ts';

export const outcomes = ['written', 'in place', 'failed', 'would write', 'at boot'] as const;

export interface RegisteredHost {
  readonly name: string;
  readonly title: string;
  /** For all users through managed settings, or in each home. */
  readonly scope: 'machine' | 'users';
  readonly is: (typeof outcomes)[number];
  readonly files: readonly string[];
  /** What a user can still do to bypass it. */
  readonly userCan: readonly string[];
  readonly measured: boolean;
  readonly why?: string;
}

export interface Registering extends SystemPlaces {
  readonly users: readonly MachineUser[];
  readonly isDryRun: boolean;
}

/** One host at a time: a failure does not stop the others. */
export async function registerHosts(
  found: readonly FoundHost[],
  options: Registering,
): Promise<readonly RegisteredHost[]> {
  const done: RegisteredHost[] = [];
  for (const host of found) done.push(await registerHost(host, options));
  return done;
}

async function registerHost(found: FoundHost, options: Registering): Promise<RegisteredHost> {
  const { name, title } = found.installer;
  const managed = managedHost(name);
  const known = {
    name,
    title,
    scope: managed === undefined ? ('users' as const) : ('machine' as const),
    userCan: managed?.userCan ?? ['remove the hook: it is in their own settings'],
    measured: managed === undefined ? found.installer.measured : managed.measured,
  };
  try {
    if (managed === undefined) return { ...known, ...(await registerForUsers(found, options)) };
    const plan = await planManagedHost(found, managed, options);
    const did = carriedOut([plan], options, () => applySystemPlan(plan, options.root));
    return { ...known, ...did, files: [managed.path] };
  } catch (error) {
    return { ...known, is: 'failed', files: [], why: messageOf(error) };
  }
}

type Did = Pick<RegisteredHost, 'is' | 'files' | 'why'>;

function carriedOut(plans: readonly HostPlan[], { isDryRun }: Registering, apply: () => void): Did {
  const problems = plans.flatMap((plan) => plan.problems);
  const files = plans.flatMap(({ changes }) => changes.map(({ path }) => path));
  if (problems.length > 0) return { is: 'failed', files: [], why: problems.join('; ') };
  if (files.length === 0) return { is: 'in place', files };
  if (isDryRun) return { is: 'would write', files };
  apply();
  return { is: 'written', files };
}

/** As each user, in their own state, so that the user's `permesso uninstall` reverts it too. */
async function registerForUsers(found: FoundHost, options: Registering): Promise<Did> {
  const { root, users, programs } = options;
  if (root !== '/') return { is: 'at boot', files: [] };
  const all: Did[] = [];
  for (const user of users) {
    const ours = findPlaces({ home: user.home, env: {} });
    const { state } = ours;
    const situation = {
      places: placesOf(user),
      programs: { ...programs, compiled: compiledIn(state), places: installedPlaces(ours) },
      denies: [],
    };
    all.push(
      await asUser(user, async () => {
        const plan = await planHost(found, { situation, state, manifest: readManifest(state) });
        return carriedOut([plan], options, () => applyChanges(plan.changes, { state }));
      }),
    );
  }
  const order: readonly RegisteredHost['is'][] = ['failed', 'written', 'would write'];
  const why = all.flatMap((each) => each.why ?? []).join('; ');
  return {
    is: order.find((is) => all.some((each) => each.is === is)) ?? 'in place',
    files: all.flatMap(({ files }) => files),
    ...(why === '' ? {} : { why }),
  };
}
