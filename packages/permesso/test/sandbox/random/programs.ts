/** Random programs of file and socket operations, as data. The same seed gives the same programs. */
export type Operation =
  | {
      readonly do: 'write' | 'append' | 'read' | 'unlink' | 'mkdir' | 'rmdir' | 'truncate' | 'list';
      readonly path: string;
    }
  | { readonly do: 'rename' | 'link' | 'symlink' | 'copy'; readonly path: string; readonly to: string }
  | { readonly do: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly do: 'exec'; readonly script: string }
  | { readonly do: 'tcp' | 'udp' | 'unix' | 'abstract' };

export type Program = readonly Operation[];

/** Names of what lies around: the generator aims at them by many spellings. */
export interface Targets {
  readonly project: string;
  readonly outside: readonly string[];
  readonly protectedNames: readonly string[];
  readonly hidden: readonly string[];
}

export function randomPrograms(
  seed: number,
  { count, targets }: { readonly count: number; readonly targets: Targets },
): readonly Program[] {
  const random = generator(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + random(8) }, () => operation(random, targets)),
  );
}

type Random = (below: number) => number;

/** Mulberry32. */
function generator(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[random(items.length)] as T;
}

const single = ['write', 'append', 'read', 'unlink', 'mkdir', 'rmdir', 'truncate', 'list'] as const;
const pairs = ['rename', 'link', 'symlink', 'copy'] as const;
const sockets = ['tcp', 'udp', 'unix', 'abstract'] as const;

function operation(random: Random, targets: Targets): Operation {
  const path = (): string => anyPath(random, targets);
  const kind = random(20);
  if (kind < 8) return { do: pick(random, single), path: path() };
  if (kind < 15) return { do: pick(random, pairs), path: path(), to: path() };
  if (kind === 15) return { do: 'chmod', path: path(), mode: pick(random, [0o777, 0o000, 0o600, 0o4755]) };
  if (kind < 19) return { do: 'exec', script: script(random, path) };
  return { do: pick(random, sockets) };
}

/** Of absolute paths and plain words only, so no quotes are needed. */
function script(random: Random, path: () => string): string {
  return pick(random, [
    () => `cat ${path()}`,
    () => `cp -a ${path()} ${path()}`,
    () => `mv -f ${path()} ${path()}`,
    () => `echo x > ${path()}`,
    () => `dd if=${path()} of=${path()} count=1 status=none`,
    () => `ln -sfn ${path()} ${path()}; cat ${path()}`,
    () => `tar cf - ${path()} | tar xf - -C ${path()}`,
    () => `find ${path()} -maxdepth 2 -type f -exec cat {} +`,
    () => `rm -rf ${path()}; mkdir -p ${path()}`,
    () => `cd ${path()} && echo x > written && ln ${path()} linked`,
    () => `(echo x > ${path()}) & (mv ${path()} ${path()}) & wait`,
    () => `unshare -Urm sh -c 'mount --bind ${path()} ${path()}; umount ${path()}; echo x > ${path()}'`,
    () => `exec 7<${path()}; cat /proc/self/fd/7; echo x > /dev/fd/7`,
  ])();
}

const inside = ['a', 'b', 'a/c', 'd/e', 'link', 'd', '.', 'f.txt'];

function anyPath(random: Random, { project, outside, protectedNames, hidden }: Targets): string {
  const kind = random(10);
  const own = `${project}/${pick(random, inside)}`;
  const guarded = `${project}/${pick(random, protectedNames)}`;
  const foreign = pick(random, kind % 2 === 0 ? outside : hidden);
  const aim = kind < 4 ? own : kind < 7 ? guarded : foreign;
  switch (random(8)) {
    case 0:
      return `/proc/self/root${aim}`;
    case 1:
      return `/proc/self/cwd/${climb(aim)}`;
    case 2:
      return `${project}/${climb(aim)}`;
    case 3:
      return `${project}/link/${aim.slice(aim.lastIndexOf('/') + 1)}`;
    default:
      return aim;
  }
}

function climb(path: string): string {
  return `${'../'.repeat(12)}${path.slice(1)}`;
}
