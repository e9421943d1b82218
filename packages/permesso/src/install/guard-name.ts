import { randomBytes } from 'node:crypto';
import { readManifest } from './manifest.ts';

/** Stable while installed, and different on every machine. */
export function guardName(state: string): string {
  const installed = readManifest(state)
    .files.map(({ path }) => /[\\/]skills[\\/](permesso-[0-9a-f]{16})[\\/]/.exec(path)?.[1])
    .find((name) => name !== undefined);
  return installed ?? `permesso-${randomBytes(8).toString('hex')}`;
}
