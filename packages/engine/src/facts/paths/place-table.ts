import type { World } from '../../world/world.ts';
import { foldProtectedName } from './fold.ts';
import { type Walk, isMatched, startPositions, advance, walkOf } from './glob-walk.ts';
import { joinPath, normalSegments } from './normalise.ts';
import type { KnownPath } from './path-fact.ts';
import type { ProtectedRow } from './protected-row.ts';
import { readableNames } from './protected-rows.ts';
import { type GlobShape, beginsWithDot, mayReach, sharesWithShell } from './reach.ts';
import {
  type SegmentGlob,
  anyDepth,
  holdsPattern,
  literalSegment,
  matchesSegment,
  parseSegment,
} from './segment-glob.ts';

export interface Place {
  readonly row: ProtectedRow;
  /** The position in the table: the first row that applies gives the reason. */
  readonly order: number;
  /** Without the leading any-depth. Parsed on demand: a process that lives for one call needs few of them. */
  readonly segments: readonly SegmentGlob[];
  readonly floats: boolean;
  /** The segments as plain names, `anything` for patterns. */
  readonly own: readonly string[];
  /** The last plain name, or the last pattern if there is none: only a path that contains it can match. */
  readonly key: SegmentGlob;
  readonly walk: Walk;
}

/** The rows of places, indexed, so that a path is compared only with the few that it could match. */
export interface PlaceTable {
  readonly places: readonly Place[];
  readonly exceptions: ReadonlyMap<ProtectedRow, readonly SegmentGlob[]>;
  readonly byName: ReadonlyMap<string, readonly Place[]>;
  readonly unnamed: readonly Place[];
  /** A cache, because names recur from path to path. */
  readonly named: Map<string, readonly Place[]>;
}

/** How a place is accessed, and the machine's state. */
export interface Reaching {
  readonly access: 'read' | 'write' | 'delete';
  readonly world: World;
  /** The search that finds the targets below the directory, if it is a search. */
  readonly found?: Pick<KnownPath, 'unless'>;
}

/** A name cannot contain a slash, so this equals no name. */
const anything = '/';

const readable: readonly SegmentGlob[] = readableNames.map(parseSegment);

/** Built on first use: it takes longer than loading the engine, and many programs load that without deciding anything. */
export function placeTable(
  rows: readonly ProtectedRow[],
  onWindows: () => readonly ProtectedRow[],
): (world: Pick<World, 'platform'>) => PlaceTable {
  let plain: PlaceTable | undefined;
  let windows: PlaceTable | undefined;
  return ({ platform }) =>
    platform === 'win32' ? (windows ??= tableOf([...rows, ...onWindows()])) : (plain ??= tableOf(rows));
}

function tableOf(rows: readonly ProtectedRow[]): PlaceTable {
  const places = rows
    .flatMap((row) => row.paths.map((text) => ({ row, text })))
    .map((each, order) => placeOf({ ...each, order }));
  const byName = new Map<string, Place[]>();
  const unnamed: Place[] = [];
  for (const place of places) {
    if (place.key.is !== 'literal') unnamed.push(place);
    else byName.set(place.key.text, [...(byName.get(place.key.text) ?? []), place]);
  }
  const exceptions = new Map(rows.map((row) => [row, (row.except ?? []).map(parseSegment)]));
  return { places, exceptions, byName, unnamed, named: new Map() };
}

interface PlaceText {
  readonly row: ProtectedRow;
  readonly text: string;
  readonly order: number;
}

function placeOf({ row, text, order }: PlaceText): Place {
  const floats = text.startsWith('**/');
  const names = (floats ? text.slice(3) : text).split('/').filter((name) => name !== '');
  return new LazyPlace({ row, order, floats, names });
}

/** A class, so that all places share their getters: hostile text reads them a million times. */
class LazyPlace implements Place {
  readonly row: ProtectedRow;
  readonly order: number;
  readonly floats: boolean;
  readonly own: readonly string[];
  readonly key: SegmentGlob;
  readonly #names: readonly string[];
  #segments: readonly SegmentGlob[] | undefined;
  #walk: Walk | undefined;

  constructor({
    row,
    order,
    floats,
    names,
  }: Omit<PlaceText, 'text'> & { floats: boolean; names: readonly string[] }) {
    this.row = row;
    this.order = order;
    this.floats = floats;
    this.own = names.map((name) => (holdsPattern(name) ? anything : name));
    const plain = this.own.findLast((name) => name !== anything);
    this.key = plain === undefined ? parseSegment(names.at(-1) ?? '**') : literalSegment(plain);
    this.#names = names;
  }

  get segments(): readonly SegmentGlob[] {
    this.#segments ??= this.#names.map(parseSegment);
    return this.#segments;
  }

  get walk(): Walk {
    this.#walk ??= walkOf(this.floats ? [anyDepth, ...this.segments] : this.segments, 'self-and-below');
    return this.#walk;
  }
}

/** The protected place that a path with these folded names is in, if any. */
export function placeAt(
  table: PlaceTable,
  names: readonly string[],
  access: Reaching['access'],
): Place | undefined {
  let found: Place | undefined;
  for (const name of names) {
    for (const place of placesNamed(table, name)) {
      if (found !== undefined && found.order <= place.order) continue;
      if (
        asks(place.row, access) &&
        isAt(place, names) &&
        !isHarmless(table, { row: place.row, names, access })
      )
        found = place;
    }
  }
  return found;
}

/** The places that a path containing this name could be in. */
function placesNamed({ byName, unnamed, named }: PlaceTable, name: string): readonly Place[] {
  const known = named.get(name);
  if (known !== undefined) return known;
  const found = [...(byName.get(name) ?? []), ...unnamed.filter(({ key }) => matchesSegment(key, name))];
  if (named.size >= mostNames) named.clear();
  named.set(name, found);
  return found;
}

/** A limit, because hostile text may contain any number of names. */
const mostNames = 5000;

function asks(row: ProtectedRow, access: Reaching['access']): boolean {
  return access !== 'read' || row.from === 'read';
}

function isAt(place: Place, names: readonly string[]): boolean {
  const [only, more] = place.segments;
  if (place.floats && only !== undefined && more === undefined)
    return names.some((name) => matchesSegment(only, name));
  let at = startPositions(place.walk);
  for (const name of names) at = advance(place.walk, at, (segment) => matchesSegment(segment, name));
  return isMatched(place.walk, at);
}

function isHarmless(
  { exceptions }: PlaceTable,
  { row, names, access }: { row: ProtectedRow; names: readonly string[]; access: Reaching['access'] },
): boolean {
  const last = names.at(-1) ?? '';
  if (exceptions.get(row)?.some((segment) => matchesSegment(segment, last)) === true) return true;
  return access === 'read' && readable.some((segment) => matchesSegment(segment, last));
}

/**
 * A protected place inside a directory that is accessed as a whole: always assumed at home and at fixed places, elsewhere only
 * if it exists. Reading a whole project is not stopped by the `.env` in it.
 */
export function placeBelow(
  table: PlaceTable,
  text: string,
  { access, world, found }: Reaching,
): Place | undefined {
  const names = normalSegments(text).map(foldProtectedName);
  const home = normalSegments(world.home).map(foldProtectedName);
  const { is } = world.entry(text);
  const mayHoldSome = access !== 'read' && (is === 'directory' || is === 'unknown');
  const isHome = beginsWith(home, names);
  const inHome = names.length > home.length && beginsWith(names, home) ? names.slice(home.length) : undefined;
  return table.places.find((place) => {
    if (!asks(place.row, access)) return false;
    const { own } = place;
    if (place.floats ? isHome || (inHome !== undefined && beginsWith(own, inHome)) : beginsWith(own, names))
      return true;
    if (!mayHoldSome || !place.floats || own.includes(anything)) return false;
    return restsBelow(own, names).some((rest) => {
      const path = joinPath(text, rest);
      return world.entry(path).is !== 'missing' && mayFind({ rest, path, world }, found?.unless);
    });
  });
}

/** `rg -l x | xargs sed -i`: a search that leaves out hidden files finds nothing in `.git`. */
function mayFind(
  { rest, path, world }: { readonly rest: string; readonly path: string; readonly world: World },
  unless: KnownPath['unless'],
): boolean {
  if (unless === undefined) return true;
  const names = rest.split('/');
  if (unless.hidden && names.some((name) => name.startsWith('.'))) return false;
  if (unless.git && names[0] === '.git') return false;
  const wanted = unless.names.map(parseSegment);
  const isWanted = (name: string): boolean => wanted.some((each) => matchesSegment(each, name));
  if (wanted.length === 0) return true;
  if (world.entry(path).is === 'file') return isWanted(names.at(-1) ?? '');
  // If it cannot be examined completely, it may contain anything.
  const open = [path];
  for (let looked = 0; looked < 50; looked += 1) {
    const at = open.pop();
    if (at === undefined) return false;
    const held = world.holds?.(at);
    if (held === undefined || held.some(({ name, is }) => is === 'link' || isWanted(name))) return true;
    open.push(...held.filter(({ is }) => is === 'directory').map(({ name }) => joinPath(at, name)));
  }
  return true;
}

/** The rest of a place below a directory that may itself be its start: `config.json` of `.docker/config.json` in `.docker`. */
function restsBelow(own: readonly string[], names: readonly string[]): readonly string[] {
  return own.flatMap((_, shared) => {
    const isShared = own.slice(0, shared).every((name, index) => name === names.at(index - shared));
    return isShared ? [own.slice(shared).join('/')] : [];
  });
}

function beginsWith(names: readonly string[], start: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, index) => name === names[index]);
}

/** The place that a glob may match, or may contain if it is accessed as a whole. */
export function placeOfGlob(
  table: PlaceTable,
  shapes: readonly GlobShape[],
  { access, world, whole }: Reaching & { readonly whole: boolean },
): Place | undefined {
  const named = shapes.map(withNames);
  const home = normalSegments(world.home).map(literalSegment);
  return table.places.find(
    (place) =>
      asks(place.row, access) &&
      named.some(
        (shape) =>
          (mayBeAt(place, shape) && !isNamedHarmless(table, place.row, { shape, access })) ||
          (whole && mayHold(shape, place.floats ? home : [], place)),
      ),
  );
}

/** `*\/.env.example`: a last name without wildcards identifies the file. */
function isNamedHarmless(
  table: PlaceTable,
  row: ProtectedRow,
  { shape, access }: { readonly shape: GlobShape; readonly access: Reaching['access'] },
): boolean {
  const isSpelled = shape.partial === undefined && shape.segments.at(-1)?.is === 'literal';
  return isSpelled && isHarmless(table, { row, names: literalNames(shape), access });
}

interface NamedShape extends GlobShape {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly SegmentGlob[];
}

function withNames(shape: GlobShape): NamedShape {
  return {
    ...shape,
    names: new Set(literalNames(shape)),
    patterns: shape.segments.filter((segment) => segment.is !== 'literal'),
  };
}

/** The key is tested first, because few places share one with a glob. */
function mayBeAt(place: Place, shape: NamedShape): boolean {
  const { key } = place;
  const isNamed =
    key.is === 'literal' ? shape.names.has(key.text) : shape.segments.some((each) => suspectsGlob(key, each));
  return (
    (isNamed || shape.patterns.some((segment) => suspectsGlob(key, segment))) &&
    mayReach({ walk: place.walk, shape, shares: suspectsGlob })
  );
}

export function literalNames(shape: GlobShape): readonly string[] {
  return shape.segments.map((segment) =>
    segment.is === 'literal' ? foldProtectedName(segment.text) : anything,
  );
}

/** Whether the glob may match a directory on the way to the place. */
function mayHold({ segments }: GlobShape, start: readonly SegmentGlob[], place: Place): boolean {
  const depth = start.length;
  return (
    segments.length <= depth + place.segments.length &&
    segments.every((segment, index) => {
      const onTheWay = index < depth ? start[index] : place.segments[index - depth];
      return onTheWay !== undefined && sharesWithShell(onTheWay, segment);
    })
  );
}

/** `*`, `a*` and `*.json` are not meant for a key that happens to be there; `id_*`, `*.key` and `.e*` are. */
function suspectsGlob(ruled: SegmentGlob, globbed: SegmentGlob): boolean {
  // If a place allows any name (`/proc/*\/environ`), every pattern may match it.
  if (ruled.is === 'pattern' && ruled.tokens.every(({ is }) => is === 'star')) return true;
  if (globbed.is === 'pattern' && !beginsWithDot(ruled)) {
    const telling = beginsWithText(ruled) ? globbed.tokens[0] : globbed.tokens.at(-1);
    if (telling?.is !== 'text') return false;
  }
  return sharesWithShell(ruled, globbed);
}

function beginsWithText(segment: SegmentGlob): boolean {
  return segment.is === 'literal' || (segment.is === 'pattern' && segment.tokens[0]?.is === 'text');
}
