import { createHash, type Hash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** More are not looked through before and after a command. */
const mostEntries = 50_000;

/**
 * File systems of this machine whose inodes say that a file was changed, whichever way: ext, XFS, Btrfs, ZFS, F2FS. Memory (tmpfs)
 * says nothing of what is written through a mapping, and another machine has a clock of its own.
 */
const honest: ReadonlySet<number> = new Set([
  0xef_53, 0x58_46_53_42, 0x91_23_68_3e, 0x2f_c1_2f_c1, 0xf2_f5_20_10,
]);

/**
 * All that a directory holds, so that two of them differ where something was written, made, renamed or removed in between. The time of
 * the last change (ctime) is the kernel's: no program sets it. Undefined where that cannot be told.
 */
export function fingerprint(directory: string, readOnly: readonly string[]): string | undefined {
  const root = statOf(directory);
  // A sandbox of macOS may leave processes behind.
  if (root === undefined || process.platform !== 'linux' || !honest.has(statfsSync(directory).type))
    return undefined;
  const looking: Looking = {
    device: root.dev,
    readOnly: new Set(readOnly),
    hash: createHash('sha256'),
    left: mostEntries,
  };
  return addEntries(directory, looking) ? looking.hash.digest('hex') : undefined;
}

interface Looking {
  readonly device: bigint;
  readonly readOnly: ReadonlySet<string>;
  readonly hash: Hash;
  left: number;
}

function addEntries(top: string, looking: Looking): boolean {
  const open = [top];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const names = namesIn(at);
    if (names === undefined) return false;
    for (const name of names) {
      const path = join(at, name);
      if (looking.readOnly.has(path)) continue;
      looking.left -= 1;
      const stat = looking.left < 0 ? undefined : statOf(path);
      if (stat === undefined || stat.dev !== looking.device) return false;
      // Of a directory only that it is there: a file that came and went changes its time.
      const time = stat.isDirectory() ? '' : stat.ctimeNs;
      looking.hash.update(`${path}\0${stat.ino}\0${stat.mode}\0${time}\0`);
      if (stat.isDirectory()) open.push(path);
    }
  }
  return true;
}

function namesIn(directory: string): readonly string[] | undefined {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
