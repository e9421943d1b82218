import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Numbers that look random and come back the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export interface RandomTree {
  /** A new directory, itself reached without links. */
  readonly root: string;
  /** Paths into and around the tree: existing, missing, looping, climbing. */
  readonly questions: readonly string[];
}

const names = ['a', 'b', '.c', 'd e', 'ü'] as const;

/** Directories, files and links (relative, absolute, climbing, dangling, looping), then paths through them. */
export function growTree(seed: number, questions: number): RandomTree {
  const random = seeded(seed);
  const root = mkdtempSync(join(tmpdir(), 'permesso-tree-'));
  const directories = [root];
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  for (let count = 8 + random(24); count > 0; count -= 1) {
    const path = join(pick(directories), pick(names));
    const kind = random(10);
    try {
      if (kind < 3) {
        mkdirSync(path);
        directories.push(path);
      } else if (kind < 4) writeFileSync(path, '', { flag: 'wx' });
      else symlinkSync(linkTarget({ root, directories, random, pick }), path);
    } catch (error) {
      // A name that is taken stays what it is.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return {
    root,
    questions: Array.from(
      { length: questions },
      () => `${pick([root, ...directories])}/${walkText(random, pick)}`,
    ),
  };
}

interface Growing {
  readonly root: string;
  readonly directories: readonly string[];
  readonly random: (below: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

function linkTarget({ root, directories, random, pick }: Growing): string {
  const kind = random(6);
  if (kind === 0) return `${pick([root, ...directories])}/${pick(names)}`;
  if (kind === 1) return pick(['.', '..', '../..', '/', root, './/.', `${root}/..`]);
  return walkText(random, pick);
}

function walkText(random: Growing['random'], pick: Growing['pick']): string {
  const parts = Array.from({ length: 1 + random(5) }, () => {
    const kind = random(10);
    if (kind === 0) return '.';
    if (kind === 1) return '';
    if (kind < 4) return '..';
    return kind === 4 && random(3) === 0 ? 'missing' : pick(names);
  });
  // An empty start would make a relative target absolute.
  const text = parts.join('/');
  return (text.startsWith('/') ? `.${text}` : text) + (random(5) === 0 ? '/' : '') || '.';
}
