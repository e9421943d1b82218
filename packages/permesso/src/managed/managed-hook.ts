import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import type { Piece } from '../install/file-change.ts';
import { installedPieces } from '../install/installed-pieces.ts';
import type { Installer, Programs } from '../install/installer.ts';
import { managedHosts, managedRegistration } from './managed-hosts.ts';

/** A hook that applies to every user of this machine. */
export interface ManagedHook {
  readonly path: string;
  readonly installed: readonly Piece[];
  /** A setting that disables it all the same. */
  readonly offBy?: string;
}

/** The hook in the managed settings of this host, if it is there. */
export function managedHook(
  { name, register }: Pick<Installer, 'name' | 'register'>,
  { programs, root = '/' }: { readonly programs: Programs; readonly root?: string },
): ManagedHook | undefined {
  const host = managedHosts.find((each) => each.host === name);
  if (host === undefined) return undefined;
  const { guard: _, ...plain } = programs;
  const nowhere = { home: '/nonexistent', config: '/nonexistent', project: '/nonexistent', env: {} };
  const context = { places: nowhere, programs: plain, denies: [], exists: () => false };
  const registration = managedRegistration(host, { own: register, context });
  const installed = installedPieces({ ...registration, path: join(root, host.path) });
  if (installed === undefined) return undefined;
  return { path: host.path, installed, ...definedFields({ offBy: host.offBy }) };
}
