import { spawnSync } from 'node:child_process';
import type { Start } from './real-host.ts';

/** Mounts, in a namespace that ends with the program: nothing to unmount, nobody else sees it. */
const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm'];

export const canMount: boolean = (() => {
  const [file = '', ...args] = unshare;
  return spawnSync(file, [...args, 'sh', '-c', 'mount -t tmpfs -o size=4k tmpfs /mnt']).status === 0;
})();

const scripts = {
  // One page, and that is taken: files can be made but nothing can be written into them.
  full: 'mkdir -p "$1" && mount -t tmpfs -o size=4k tmpfs "$1" && head -c 4096 /dev/zero > "$1/filler"',
  'read-only': 'mkdir -p "$1" && mount -t tmpfs -o ro,size=4k tmpfs "$1"',
};

/** The same program, with our state on a disk that is full or cannot be written. */
export function onOwnDisk(
  { file, args }: Start,
  disk: 'full' | 'read-only',
  state: string,
): Omit<Start, 'env'> {
  const [first = '', ...rest] = unshare;
  const script = `${scripts[disk]} && shift && exec "$@"`;
  return { file: first, args: [...rest, 'sh', '-c', script, 'sh', state, file, ...args] };
}
