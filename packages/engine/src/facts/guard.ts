import type { World } from '../world/world.ts';
import type { Part } from './part.ts';
import { guardedPlace } from './paths/guarded.ts';
import type { PathFact } from './paths/path-fact.ts';
import type { Danger } from './paths/protected.ts';
import { literalOf, type Word } from './shell/read/words/word.ts';
import { wordSet, type WordSet } from './word-set.ts';

/**
 * The guarded place that a part writes: Permesso's own files, or an agent's configuration. Computed here for every tool alike,
 * so that no description of a tool can leave it out.
 */
export function guardOf(part: Part, world: World): Danger | undefined {
  const { subject } = part;
  const use = subject.kind === 'command' ? useOf(subject.words) : plainUse;
  for (const { access, path, perhaps } of writesOf(part, use)) {
    const found = guardedPlace({
      path,
      access,
      takesBelow: !perhaps && (access === 'delete' || (path.recursive === true && !use.copies)),
      bringsFolders: use.bringsFolders,
      namesUnknown: use.namesUnknown,
      world,
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Use {
  /** It gives a file a second name, through which it can be written later. */
  readonly links: boolean;
  readonly copies: boolean;
  readonly bringsFolders: boolean;
  readonly namesUnknown: boolean;
}

const plainUse: Use = { links: false, copies: false, bringsFolders: false, namesUnknown: false };

const linking: ReadonlySet<string> = new Set(['ln', 'link', 'symlink']);
const moving: ReadonlySet<string> = new Set(['mv', 'gmv', 'rename', 'prename']);
const copying: WordSet = wordSet('cp gcp rsync ditto scp install ginstall tar bsdtar unzip');

function useOf(words: readonly Word[]): Use {
  const name = (literalOf(words[0]) ?? '').split('/').at(-1) ?? '';
  const copies = copying.has(name);
  const moves = moving.has(name) || (name === 'git' && words.some((word) => literalOf(word) === 'mv'));
  const links =
    linking.has(name) ||
    (copies &&
      words.some((word) => /^-[a-zA-Z]*[ls]|^--(?:link|symbolic-link)$/u.test(literalOf(word) ?? '')));
  return {
    links,
    copies,
    bringsFolders: links || moves,
    namesUnknown: (copies || moves || links) && words.some((word) => word.kind === 'unknown'),
  };
}

interface Written {
  readonly access: 'write' | 'delete';
  readonly path: PathFact;
  readonly perhaps: boolean;
}

/** A link to a guarded file or folder is another name for writing it: `ln ~/.claude/settings.json x`. */
function writesOf({ subject, accesses }: Part, { links }: Use): readonly Written[] {
  const written: Written[] = [];
  if (subject.kind === 'path' && subject.access !== 'read')
    written.push({ access: subject.access, path: subject.path, perhaps: false });
  for (const reached of accesses) {
    if (reached.kind === 'write' || reached.kind === 'delete')
      written.push({ access: reached.kind, path: reached.path, perhaps: reached.perhaps === true });
    else if (reached.kind === 'read' && links)
      written.push({ access: 'write', path: { ...reached.path, recursive: true }, perhaps: true });
  }
  return written;
}
