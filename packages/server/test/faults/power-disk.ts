import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soon } from './soon.ts';
import { fillUp, succeeds, type SmallDisk } from './small-disk.ts';

/** A disk whose power can be cut: what nobody had flushed to it is gone, whichever program wrote it. */
export interface PowerDisk extends SmallDisk {
  /** From this moment nothing more reaches it. */
  readonly cut: () => void;
  /** As after a cold start; waits for the programs that had a file open on it to end. */
  readonly restore: () => Promise<void>;
}

/**
 * ext4 in a file, mounted by a loop device. Its power is cut by the file system's own shutdown without a flush of its
 * journal, so all of it stops at one moment; a copy of the file would be made of several. Nothing where this account
 * may not mount.
 */
export function openPowerDisk(mebibytes: number): PowerDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-power-'));
  const image = join(directory, 'image');
  const path = join(directory, 'disk');
  mkdirSync(path);
  // PostgreSQL runs as somebody else.
  chmodSync(directory, 0o711);
  writeFileSync(image, '');
  truncateSync(image, mebibytes * 1024 * 1024);
  const mount = ['-o', 'loop', image, path];
  const removeAll = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
  if (!succeeds('mkfs.ext4', ['-q', '-F', image]) || !succeeds('mount', mount)) {
    removeAll();
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    isMounted: true,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    cut: () => execFileSync('perl', ['-e', shutdown, path], { stdio: 'ignore' }),
    restore: async () => {
      if (!(await soon(() => succeeds('umount', [path])))) throw new Error(`${path} is still in use`);
      execFileSync('mount', mount, { stdio: 'ignore' });
    },
    remove: () => {
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
      removeAll();
    },
  };
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH; Node has no ioctl. */
const shutdown =
  'open(my $disk, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($disk, 0x8004587d, $flags) or die';
