import type { Entry } from '../../world/world.ts';

/**
 * Links whose target depends on the process that follows them. The machine would answer for Permesso's own process, which is
 * never the one that will run, so the walk answers instead: `/proc/self/root/etc` is `/etc`; an open descriptor can be any
 * file, and opening it again may write to a file that was opened for reading.
 */
export function magicEntry(reached: readonly string[]): Entry | undefined {
  const [top, second] = reached;
  if (top === 'dev') return reached.length === 2 ? deviceEntry(second) : undefined;
  return top === 'proc' ? processEntry(reached) : macEntry(reached);
}

/** Other names that macOS has for its whole disk, none of them a link; and any file by its number. */
function macEntry(reached: readonly string[]): Entry | undefined {
  if (reached[0]?.startsWith('.') !== true && reached.length !== 3) return undefined;
  const path = reached.join('/').toLowerCase();
  if (/^(?:system\/volumes\/data|\.nofollow|\.resolve\/[^/]+)$/u.test(path))
    return { is: 'link', target: '/' };
  return path.startsWith('.vol/')
    ? { is: 'unknown', reason: `/${path} names a file by its number` }
    : undefined;
}

const descriptors: ReadonlySet<string> = new Set(['fd', 'stdin', 'stdout', 'stderr']);

function deviceEntry(name: string | undefined): Entry | undefined {
  return name !== undefined && descriptors.has(name)
    ? { is: 'unknown', reason: `/dev/${name} is whatever the process has open` }
    : undefined;
}

const own: ReadonlySet<string> = new Set(['self', 'thread-self']);
const anywhere: ReadonlySet<string> = new Set(['cwd', 'root', 'exe', 'fd', 'map_files']);

function processEntry(reached: readonly string[]): Entry | undefined {
  const owner = reached[1] ?? '';
  const isOwn = own.has(owner);
  if (!isOwn && !isNumber(owner)) return undefined;
  if (reached.length === 2) return { is: 'directory' };
  const inTask = reached[2] === 'task';
  if (inTask && reached.length < 5) return { is: 'directory' };
  const name = reached[inTask ? 4 : 2] ?? '';
  if (isOwn && name === 'root') return { is: 'link', target: '/' };
  return anywhere.has(name)
    ? { is: 'unknown', reason: `/proc/${owner}/${name} depends on the process` }
    : { is: 'file' };
}

function isNumber(text: string): boolean {
  if (text === '') return false;
  for (const letter of text) {
    if (letter < '0' || letter > '9') return false;
  }
  return true;
}
