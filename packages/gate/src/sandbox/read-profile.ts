import { isAbsolute, normalize } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import type { SandboxProfile } from '@permesso/engine/sandbox';
import { SandboxRefused } from './refusal.ts';

export { profileDigest, type SandboxProfile } from '@permesso/engine/sandbox';

const lists = ['writable', 'readOnly', 'hidden', 'hosts', 'environment'] as const;

/**
 * Anything that is not a profile is refused: a list that is missing would be a wider sandbox than was meant.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { readProfile } from '@permesso/gate/sandbox';
 * const profile = readProfile(JSON.parse(readFileSync('profile.json', 'utf8')));
 * console.log(profile.writable);
 * ```
 */
export function readProfile(value: unknown): SandboxProfile {
  const entries = lists.map((list) => {
    const found: unknown = isRecord(value) ? value[list] : undefined;
    if (!Array.isArray(found) || !found.every((item) => typeof item === 'string' && !item.includes('\0')))
      throw badProfile(`\`${list}\` must be a list of texts`);
    return [list, found as readonly string[]] as const;
  });
  const profile = Object.fromEntries(entries) as unknown as SandboxProfile;
  for (const list of ['writable', 'readOnly', 'hidden'] as const) {
    const wrong = profile[list].find((path) => !isAbsolute(path) || plain(path) !== path);
    if (wrong !== undefined) throw badProfile(`\`${list}\` has ${wrong}, which is not a plain absolute path`);
  }
  if (profile.writable.includes('/')) throw badProfile('`writable` has the whole disk');
  return profile;
}

function plain(path: string): string {
  const normal = normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

export function badProfile(message: string): SandboxRefused {
  return new SandboxRefused('profile', {
    message: `This sandbox profile cannot be used: ${message}.`,
    fix: 'run `permesso sandbox explain` to see which rule it comes from',
  });
}

/** True for the directory itself and for everything in it. */
export function isAtOrBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}
