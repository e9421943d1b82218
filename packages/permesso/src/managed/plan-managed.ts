import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { applyChanges } from '../install/apply-changes.ts';
import type { Registration } from '../install/file-change.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces, Installer, Programs } from '../install/installer.ts';
import { readManifest } from '../install/manifest.ts';
import { planHost, type HostPlan } from '../install/plan-install.ts';
import { managedHosts, managedRegistration, type ManagedHost } from './managed-hosts.ts';

/** Locations of machine-wide files: below `root`, which is `/` except for an image. */
export interface SystemPlaces {
  readonly root: string;
  /** This installation, by the paths that the machine will see. */
  readonly programs: Programs;
}

/** Root's record of what it wrote. */
export function systemState(root: string): string {
  return join(root, 'var/lib/permesso');
}

export function managedHost(name: string): ManagedHost | undefined {
  return managedHosts.find(({ host }) => host === name);
}

/** The future content of a host's managed file, if it has one. */
export async function planManagedHost(
  found: FoundHost,
  host: ManagedHost,
  places: SystemPlaces,
): Promise<HostPlan> {
  const { installer } = found;
  const context = { places: noHome, programs: places.programs, denies: [], exists: () => false };
  const registration = managedRegistration(host, { own: installer.register, context });
  return await planSystemFiles({ found, registrations: [registration], needs: installer.needs }, places);
}

/** A nonexistent home: a managed file must not name a real one. */
const noHome: HostPlaces = { home: '/nonexistent', config: '/nonexistent', project: '/nonexistent', env: {} };

export interface SystemFiles {
  readonly found: FoundHost;
  readonly registrations: readonly Registration[];
  readonly needs?: Installer['needs'] | undefined;
}

export async function planSystemFiles(
  { found, registrations, needs }: SystemFiles,
  { root, programs }: SystemPlaces,
): Promise<HostPlan> {
  const { trust: _, needs: __, ...plain } = found.installer;
  const inRoot = (path: string): string => join(root, path);
  // Programs are looked up where the machine will have them, and named as it will see them.
  const there: Programs = {
    ...programs,
    node: inRoot(programs.node),
    hook: inRoot(programs.hook),
    plugin: inRoot(programs.plugin),
  };
  const installer: Installer = {
    ...plain,
    register: () => registrations.map((each) => ({ ...each, path: inRoot(each.path) })),
    ...definedFields({ needs }),
  };
  const state = systemState(root);
  return await planHost(
    { ...found, installer },
    { situation: { places: noHome, programs: there, denies: [] }, state, manifest: readManifest(state) },
  );
}

/** All files of one host or none. Readable by everybody, writable by root alone. */
export function applySystemPlan({ changes }: HostPlan, root: string): void {
  applyChanges(changes, { state: systemState(root), folderMode: 0o755 });
}
