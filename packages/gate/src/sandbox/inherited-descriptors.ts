import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../disk/read-text.ts';

/**
 * Open files that this process got from the one that started it and would hand on (`exec 200>lock` in a shell). No mount
 * covers an open file, so a command that inherits one could write it. Node closes only those with low numbers.
 */
export function inheritedDescriptors(): readonly number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > 4 && isHandedOn(descriptor));
}

const closedOnExec = 0o2_000_000;

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags === undefined || (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch (error) {
    // The one that the directory was read with.
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A command line that closes them and then is the given one. */
export function withoutInherited(
  line: readonly [program: string, ...args: string[]],
  { shell, descriptors }: { readonly shell: string; readonly descriptors: readonly number[] },
): readonly [program: string, ...args: string[]] {
  if (descriptors.length === 0) return line;
  const closing = descriptors.map((descriptor) => `${descriptor}>&-`).join(' ');
  return [shell, '-c', `exec ${closing} && exec "$@"`, shell, ...line];
}
