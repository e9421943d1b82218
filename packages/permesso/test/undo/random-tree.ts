import {
  chmodSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TreeShell } from './tree-shell.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(chance: Chance, from: readonly T[]): T {
  const found = from[Math.floor(chance() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

const plain = ['a', 'b', 'c.txt', 'd.log', 'notes.md', 'x1', 'data.bin', 'q'];
const odd = ['with blank', 'new\nline', "quo'te", '-rf', 'ünïcode', '*', '$HOME', '`id`'].map((name) =>
  Buffer.from(name),
);
const noText = Buffer.from([0x6e, 0xff, 0xfe]);

/** A tree of every kind of entry; names beyond the plain ones only in directories that are named whole. */
export function makeTree(root: string, chance: Chance): void {
  const old = 1_600_000_000 + Math.floor(chance() * 1e8);
  const fill = (directory: Buffer, depth: number, names: readonly (string | Buffer)[]): void => {
    for (const name of names) {
      if (chance() < 0.25) continue;
      const path = Buffer.concat([directory, Buffer.from('/'), Buffer.from(name as string)]);
      const kind = chance();
      if (kind < 0.15 && depth < 3) {
        mkdirSync(path);
        fill(path, depth + 1, [...plain.slice(0, 3), pick(chance, odd), ...(chance() < 0.2 ? [noText] : [])]);
        chmodSync(path, pick(chance, [0o755, 0o700, 0o775]));
      } else if (kind < 0.25)
        symlinkSync(pick(chance, ['a', '../a', '/nonexistent', 'sub', '/etc/hostname']), path);
      else writeFileSync(path, bytes(chance), { mode: pick(chance, [0o644, 0o600, 0o755, 0o444, 0o640]) });
      const at = old + Math.floor(chance() * 1e6) + Math.floor(chance() * 1e6) / 1e6;
      lutimesSync(path, at, at);
    }
  };
  mkdirSync(join(root, 'sub'));
  mkdirSync(join(root, 'out'));
  fill(Buffer.from(root), 0, plain);
  fill(Buffer.from(join(root, 'sub')), 1, [...plain, pick(chance, odd)]);
  fill(Buffer.from(join(root, 'out')), 1, plain.slice(0, 4));
  if (chance() < 0.3) {
    writeFileSync(join(root, 'sub/first'), bytes(chance));
    linkSync(join(root, 'sub/first'), join(root, 'sub/second'));
  }
  if (chance() < 0.1) {
    writeFileSync(join(root, 'sub/sparse'), 'end');
    truncateSync(join(root, 'sub/sparse'), 300_000);
  }
}

function bytes(chance: Chance): Buffer {
  const size = chance() < 0.1 ? 70_000 + Math.floor(chance() * 100_000) : Math.floor(chance() * 300);
  return Buffer.alloc(size, `${chance()}\n`);
}

/** Some of the tree committed, some staged, some changed since. */
export async function makeRepository(root: string, chance: Chance, shell: TreeShell): Promise<void> {
  writeFileSync(join(root, '.gitignore'), 'ignored/\n*.log\n');
  const tracked = plain.filter((name) => isFile(join(root, name)) && !name.endsWith('.log'));
  for (const name of ['topic.txt', 'staged.txt']) writeFileSync(join(root, name), bytes(chance));
  const lines = [
    'git init -q -b main && git config user.name t && git config user.email t@t.test',
    `git add -A -- sub .gitignore ${tracked.join(' ')} && git commit -qm one --allow-empty`,
    'git checkout -qb topic && git add topic.txt && git commit -qm topic',
    'git tag v1 && git checkout -q main',
    ...['first', 'second'].map((text) => `echo ${text} > sub/stashed && git add sub/stashed && git stash -q`),
    'git add staged.txt && mkdir -p ignored && echo made',
  ];
  if ((await shell.run(root, lines.join('\n'))).trim() !== 'made')
    throw new Error(`no repository in ${root}`);
  writeFileSync(join(root, 'staged.txt'), bytes(chance));
  for (const name of plain)
    if (isFile(join(root, name)) && chance() < 0.4) writeFileSync(join(root, name), bytes(chance));
  writeFileSync(join(root, 'ignored/own'), bytes(chance));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export interface Seen {
  readonly is: string;
  readonly mode: number;
  readonly bytes: string;
  /** Microseconds; of directories nothing, for what is put into one changes it. */
  readonly mtime: number;
  /** All under which the same file stands in the tree. */
  readonly names: readonly string[];
}

/** Every path with what an undo promises of it. What git keeps for itself is compared by its own means. */
export function lookAtTree(root: string): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  const names = new Map<string, string[]>();
  const open = [Buffer.from(root)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const path = at.toString('latin1').slice(root.length);
    if (path === '/.git') continue;
    const found = lstatSync(at, { bigint: true });
    const is = found.isDirectory()
      ? 'directory'
      : found.isSymbolicLink()
        ? 'link'
        : found.isFile()
          ? 'file'
          : 'other';
    const inode = `${found.dev}:${found.ino}`;
    const own = names.get(inode) ?? [];
    if (is === 'file') names.set(inode, own);
    own.push(path);
    seen.set(path, {
      is,
      mode: is === 'link' ? 0 : Number(found.mode) & 0o7777,
      bytes:
        is === 'file'
          ? readFileSync(at).toString('latin1')
          : is === 'link'
            ? readlinkSync(at, { encoding: 'buffer' }).toString('latin1')
            : '',
      mtime: is === 'directory' ? 0 : Number(found.mtimeNs / 1000n),
      names: own,
    });
    if (is === 'directory')
      for (const name of readdirSync(at, { encoding: 'buffer' }).toSorted((a, b) => Buffer.compare(a, b)))
        open.push(Buffer.concat([at, Buffer.from('/'), name]));
  }
  return seen;
}

/** What stood before and does not stand so again. What is new is not one of it; of what git has clean only the bytes count. */
export function differences(
  before: ReadonlyMap<string, Seen>,
  after: ReadonlyMap<string, Seen>,
  byGit: ReadonlySet<string>,
): readonly string[] {
  return [...before].flatMap(([path, was]) => {
    const is = after.get(path);
    if (is === undefined) return [`${path} is gone`];
    if (byGit.has(path)) return was.is === is.is && was.bytes === is.bytes ? [] : [`${path}: git`];
    const keys = (['is', 'mode', 'bytes', 'names'] as const).filter(
      (key) => String(was[key]) !== String(is[key]),
    );
    const times = Math.abs(was.mtime - is.mtime) > 2 ? ['mtime'] : [];
    return [...keys, ...times].map((key) => `${path}: ${key}`);
  });
}
