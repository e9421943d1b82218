import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { matchesSegment, parseSegment } from '@permesso/engine/facts';

/** What a tree contains, with its bytes counted. */
export interface TreeEntry {
  readonly path: Buffer;
  readonly is: 'file' | 'directory' | 'link';
  readonly stat: BigIntStats;
}

/** Nothing to keep, or nothing that can be kept: completes "it is not kept: ...". */
export class CannotKeep extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotKeep';
  }
}

/** More than these is asked about. */
const mostEntries = 100_000;

/** The tree at a path, a directory before what it holds; links are not followed. Throws `CannotKeep` for what no copy gives back. */
export function* walkTree(path: Buffer): Generator<TreeEntry> {
  const open = [path];
  for (let at = open.pop(), seen = 1; at !== undefined; at = open.pop(), seen += 1) {
    if (seen > mostEntries)
      throw new CannotKeep(`it holds more than ${mostEntries.toLocaleString('en')} files`);
    const stat = lstatSync(at, { bigint: true });
    const is = stat.isDirectory()
      ? 'directory'
      : stat.isSymbolicLink()
        ? 'link'
        : stat.isFile()
          ? 'file'
          : undefined;
    if (is === undefined)
      throw new CannotKeep(`it holds a socket, a pipe or a device (${at.toString('utf8')})`);
    yield { path: at, is, stat };
    if (is !== 'directory') continue;
    for (const name of readdirSync(at, { encoding: 'buffer' })) open.push(Buffer.concat([at, slash, name]));
  }
}

const slash = Buffer.from('/');

/**
 * The topmost entries below a directory whose names fit one of the patterns, in any case: all that a search for them can remove
 * lies in these. Nothing is looked for in what is made again.
 */
export function* namedBelow(
  path: string,
  names: readonly string[],
  isMadeAgain: (path: string) => boolean,
): Generator<Buffer> {
  const patterns = names.map((name) => [parseSegment(name), parseSegment(name.toLowerCase())] as const);
  const open = [Buffer.from(path)];
  for (let at = open.pop(), seen = 0; at !== undefined; at = open.pop())
    for (const entry of readdirSync(at, { encoding: 'buffer', withFileTypes: true })) {
      if ((seen += 1) > mostEntries)
        throw new CannotKeep(
          `it would be searched for in more than ${mostEntries.toLocaleString('en')} files`,
        );
      const text = entry.name.toString('utf8');
      const below = Buffer.concat([at, slash, entry.name]);
      if (isMadeAgain(below.toString('utf8'))) continue;
      // A name that is not UTF-8 may fit any pattern.
      const fits =
        text.includes('\uFFFD') ||
        patterns.some(
          ([exact, folded]) => matchesSegment(exact, text) || matchesSegment(folded, text.toLowerCase()),
        );
      if (fits) yield below;
      else if (entry.isDirectory()) open.push(below);
    }
}

/** Directories further down than these are a build's. */
const mostLooked = 2000;

export function emptyDirectories(path: Buffer): readonly Buffer[] {
  const empty: Buffer[] = [];
  const open = [path];
  for (let at = open.pop(), seen = 0; at !== undefined; at = open.pop()) {
    const held = lstatSync(at).isDirectory()
      ? readdirSync(at, { encoding: 'buffer', withFileTypes: true })
      : undefined;
    if (held?.length === 0) empty.push(at);
    seen += held?.length ?? 0;
    if (seen > mostLooked) return [];
    for (const each of held ?? []) if (each.isDirectory()) open.push(Buffer.concat([at, slash, each.name]));
  }
  return empty;
}

/** `3.1 GB`, `12 KB`: as people read sizes. */
export function printBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let [value, at] = [bytes, 0];
  for (; value >= 1000 && at < units.length - 1; at += 1) value /= 1000;
  return `${at === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[at]}`;
}
