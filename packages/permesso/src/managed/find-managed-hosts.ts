import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { findPlaces } from '@permesso/gate/disk';
import { lookFor, type FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces, Installer } from '../install/installer.ts';
import type { MachineUser } from './machine-users.ts';

export interface Looking {
  readonly root: string;
  readonly path: string | undefined;
  readonly users: readonly MachineUser[];
}

/** An image has no PATH yet. */
const usualPath = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/bin'];

/** Hosts whose program is on this machine or in the image, or that one of its users has used. */
export function findManagedHosts(
  installers: readonly Installer[],
  { root, path, users }: Looking,
): readonly FoundHost[] {
  const folders = root === '/' ? [...(path ?? '').split(delimiter), ...usualPath] : usualPath;
  const env = {
    PATH: folders
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(root, folder))
      .join(delimiter),
  };
  return installers.flatMap((installer) => {
    const looked = (users.length > 0 ? users : [nobody]).map((user) =>
      lookFor(installer, { ...placesOf(user), env }),
    );
    return looked.find(({ program, folders: used }) => program !== undefined || used.length > 0) ?? [];
  });
}

const nobody: Pick<MachineUser, 'home'> = { home: '/nonexistent' };

/** Where a host keeps this user's settings, independent of this process's environment. */
export function placesOf({ home }: Pick<MachineUser, 'home'>): HostPlaces {
  return { home, config: dirname(findPlaces({ home, env: {} }).config), project: home, env: {} };
}
