import type { World } from '../../world/world.ts';
import { withoutTrail } from './fold.ts';
import { type Name, namedPath } from './named-path.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import { type Place, literalNames, placeAt, placeBelow, placeOfGlob, placeTable } from './place-table.ts';
import { protectedRows } from './protected-rows.ts';
import { shapesOf } from './reach.ts';
import { isDescriptor } from './real-path.ts';
import { withoutDirectory } from './unknown-path.ts';
import { windowsProtectedRows } from './windows/windows-rows.ts';

const table = placeTable(protectedRows, windowsProtectedRows);

export interface Danger {
  /** Names the class; a grant covers exactly one. */
  readonly code: string;
  readonly reason: string;
}

export interface Protecting {
  readonly path: PathFact;
  readonly access: 'read' | 'write' | 'delete';
  readonly world: World;
}

/** Why a person must approve this access whatever the rules say, if so. A match of either of the path's names suffices. */
export function protection(options: Protecting): Danger | undefined {
  const { path } = options;
  return path.known ? ofKnown(path, options) : ofUnknown(path, options);
}

function ofKnown(path: KnownPath, options: Protecting): Danger | undefined {
  const { access } = options;
  const { written, real, isPlain } = namedPath(path);
  const own = dangerNamed(path.written, written, options);
  if (own !== undefined) return own;
  if (typeof path.real === 'string' && real !== undefined && !isPlain) {
    const led = dangerNamed(path.real, real, options);
    if (led !== undefined) return led;
  }
  // `/dev/fd/../environ`: the text does not show what is read there.
  const isMagic = typeof path.real !== 'string' && path.real.behind !== undefined && !isDescriptor(path.real);
  if (typeof path.real === 'string' || (access === 'read' && !isMagic)) return undefined;
  return {
    code: 'unknown-target',
    reason: `where ${path.written} leads cannot be known: ${path.real.unknown}`,
  };
}

function dangerNamed(text: string, names: readonly Name[], options: Protecting): Danger | undefined {
  const folded = names.map((name) => withoutTrail(name.folded));
  const found =
    placeAt(table(options.world), folded, options.access) ??
    (options.path.recursive === true
      ? placeBelow(table(options.world), text, {
          ...options,
          ...(options.path.known ? { found: options.path } : {}),
        })
      : undefined);
  return found === undefined ? undefined : danger(found, text);
}

function danger({ row }: Place, text: string): Danger {
  return { code: row.code, reason: `${text} ${row.reason}` };
}

function ofUnknown(path: UnknownPath, options: Protecting): Danger | undefined {
  const { access, world } = options;
  const shapes = shapesOf(hinted(path), world) ?? [];
  const text = path.glob ?? path.starts ?? path.near ?? path.reason;
  if (shapes.length === 0 || path.glob === undefined) {
    if (access !== 'read' || path.disguised === true)
      return { code: 'unknown-target', reason: `the target is ${path.reason}` };
    const inside =
      shapes
        .map((shape) => placeAt(table(world), literalNames(shape), access))
        .find((place) => place !== undefined) ?? alikePlace(path, options);
    return inside === undefined ? undefined : danger(inside, withoutDirectory(path.like ?? text));
  }
  const found = placeOfGlob(table(world), shapes, { access, world, whole: path.recursive !== false });
  return found === undefined ? undefined : danger(found, text);
}

function alikePlace({ like, reason }: UnknownPath, { access, world }: Protecting): Place | undefined {
  const shapes = like === undefined ? [] : (shapesOf({ known: false, reason, glob: like }, world) ?? []);
  return placeOfGlob(table(world), shapes, { access, world, whole: false });
}

/** Suspicion uses the hint as the start. */
export function hinted(path: UnknownPath): UnknownPath {
  return path.starts === undefined && path.near !== undefined ? { ...path, starts: path.near } : path;
}
