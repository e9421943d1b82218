import type { World } from '../../world/world.ts';
import { foldProtectedName, withoutTrail } from './fold.ts';
import { type Walk, isMatched, startOf, step, walkOf } from './glob-walk.ts';
import { joinPath, normalSegments } from './normalise.ts';
import { type Name, namedPath } from './named-path.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import { type ProtectedRow, protectedRows, readableNames } from './protected-rows.ts';
import { type Shape, beginsWithDot, mayReach, shapesOf, sharesWithShell } from './reach.ts';
import { type SegmentGlob, anyDepth, literalSegment, matchesSegment, parseSegment } from './segment-glob.ts';

export interface Danger {
  /** Names the class; a grant answers exactly one. */
  readonly code: string;
  readonly reason: string;
}

export interface Protecting {
  readonly path: PathFact;
  readonly access: 'read' | 'write' | 'delete';
  readonly world: World;
}

/** Why this access needs a person's yes whatever the rules say, if it does. Either of the path's names suffices. */
export function protection(options: Protecting): Danger | undefined {
  const { path } = options;
  return path.known ? ofKnown(path, options) : ofUnknown(path, options);
}

interface Place {
  readonly row: ProtectedRow;
  /** Where it stands in the table: the first that applies gives the reason. */
  readonly order: number;
  /** Without the leading any-depth. */
  readonly segments: readonly SegmentGlob[];
  readonly floats: boolean;
  /** The segments as plain names, `anything` where they are not. */
  readonly own: readonly string[];
  /** The last plain name, or the last pattern when there is none: what lies there has to contain it. */
  readonly key: SegmentGlob;
  readonly walk: Walk;
}

/** No name holds a slash, so this equals none. */
const anything = '/';

const places: readonly Place[] = protectedRows
  .flatMap((row) => row.paths.map((text) => placeOf(row, text)))
  .map((place, order) => ({ ...place, order }));
const exceptions: ReadonlyMap<ProtectedRow, readonly SegmentGlob[]> = new Map(
  protectedRows.map((row) => [row, (row.except ?? []).map(parseSegment)]),
);
const readable: readonly SegmentGlob[] = readableNames.map(parseSegment);

function placeOf(row: ProtectedRow, text: string): Omit<Place, 'order'> {
  const floats = text.startsWith('**/');
  const names = (floats ? text.slice(3) : text).split('/').filter((name) => name !== '');
  const segments = names.map(parseSegment);
  return {
    row,
    segments,
    floats,
    own: segments.map((segment) => (segment.is === 'literal' ? segment.text : anything)),
    key: segments.findLast((segment) => segment.is === 'literal') ?? segments.at(-1) ?? anyDepth,
    walk: walkOf(floats ? [anyDepth, ...segments] : segments, 'self-and-below'),
  };
}

/** Places by a plain name that they contain, so a path is compared with the few that it could be. */
const byName = new Map<string, Place[]>();
const unnamed: Place[] = [];
for (const place of places) {
  if (place.key.is !== 'literal') unnamed.push(place);
  else byName.set(place.key.text, [...(byName.get(place.key.text) ?? []), place]);
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
  if (typeof path.real === 'string' || access === 'read') return undefined;
  return {
    code: 'unknown-target',
    reason: `where ${path.written} leads cannot be known: ${path.real.unknown}`,
  };
}

function dangerNamed(text: string, names: readonly Name[], options: Protecting): Danger | undefined {
  const folded = names.map((name) => withoutTrail(name.folded));
  const found =
    placeAt(folded, options.access) ??
    (options.path.recursive === true ? placeBelow(text, options) : undefined);
  return found === undefined ? undefined : danger(found.row, text);
}

function danger(row: ProtectedRow, text: string): Danger {
  return { code: row.code, reason: `${text} ${row.reason}` };
}

function placeAt(names: readonly string[], access: Protecting['access']): Place | undefined {
  let found: Place | undefined;
  for (const name of names) {
    for (const place of placesNamed(name)) {
      if (found !== undefined && found.order <= place.order) continue;
      if (asks(place.row, access) && isAt(place, names) && !isHarmless(place.row, names, access))
        found = place;
    }
  }
  return found;
}

/** The places that a path with this name in it could be. Names repeat from path to path, so the answers are kept. */
function placesNamed(name: string): readonly Place[] {
  const known = named.get(name);
  if (known !== undefined) return known;
  const found = [...(byName.get(name) ?? []), ...unnamed.filter(({ key }) => matchesSegment(key, name))];
  if (named.size >= mostNames) named.clear();
  named.set(name, found);
  return found;
}

const named = new Map<string, readonly Place[]>();

/** Hostile text may bring any number of names. */
const mostNames = 5000;

function asks(row: ProtectedRow, access: Protecting['access']): boolean {
  return access !== 'read' || row.from === 'read';
}

function isAt(place: Place, names: readonly string[]): boolean {
  const [only, more] = place.segments;
  if (place.floats && only !== undefined && more === undefined)
    return names.some((name) => matchesSegment(only, name));
  let at = startOf(place.walk);
  for (const name of names) at = step(place.walk, at, (segment) => matchesSegment(segment, name));
  return isMatched(place.walk, at);
}

function isHarmless(row: ProtectedRow, names: readonly string[], access: Protecting['access']): boolean {
  const last = names.at(-1) ?? '';
  if (exceptions.get(row)?.some((segment) => matchesSegment(segment, last)) === true) return true;
  return access === 'read' && readable.some((segment) => matchesSegment(segment, last));
}

/**
 * A protected place inside a directory that is taken as a whole: surely possible at home and at fixed places,
 * elsewhere when it stands there. Reading a whole project is not stopped by the `.env` in it.
 */
function placeBelow(text: string, options: Protecting): Place | undefined {
  const { access, world } = options;
  const names = normalSegments(text).map(foldProtectedName);
  const home = normalSegments(world.home).map(foldProtectedName);
  const { is } = world.entry(text);
  const mayHoldSome = access !== 'read' && (is === 'directory' || is === 'unknown');
  const isHome = beginsWith(home, names);
  const inHome = names.length > home.length && beginsWith(names, home) ? names.slice(home.length) : undefined;
  return places.find((place) => {
    if (!asks(place.row, access)) return false;
    const { own } = place;
    if (place.floats ? isHome || (inHome !== undefined && beginsWith(own, inHome)) : beginsWith(own, names))
      return true;
    if (!mayHoldSome || !place.floats || own.includes(anything)) return false;
    return restsBelow(own, names).some((rest) => world.entry(joinPath(text, rest)).is !== 'missing');
  });
}

/** What is left of a place in a directory that may itself be its beginning: of `.docker/config.json` in `.docker`. */
function restsBelow(own: readonly string[], names: readonly string[]): readonly string[] {
  return own.flatMap((_, shared) => {
    const isShared = own.slice(0, shared).every((name, index) => name === names.at(index - shared));
    return isShared ? [own.slice(shared).join('/')] : [];
  });
}

function beginsWith(names: readonly string[], start: readonly string[]): boolean {
  return start.length <= names.length && start.every((name, index) => name === names[index]);
}

function ofUnknown(path: UnknownPath, options: Protecting): Danger | undefined {
  const { access, world } = options;
  const shapes = (shapesOf(hinted(path), world) ?? []).map(withNames);
  const text = path.glob ?? path.starts ?? path.near ?? path.reason;
  if (shapes.length === 0 || path.glob === undefined) {
    if (access !== 'read') return { code: 'unknown-target', reason: `the target is ${path.reason}` };
    const inside = shapes
      .map((shape) => placeAt(literalNames(shape), access))
      .find((place) => place !== undefined);
    return inside === undefined ? undefined : danger(inside.row, text);
  }
  const home = normalSegments(world.home).map(literalSegment);
  const isWhole = path.recursive !== false;
  const found = places.find(
    (place) =>
      asks(place.row, access) &&
      shapes.some(
        (shape) => mayBeAt(place, shape) || (isWhole && mayHold(shape, place.floats ? home : [], place)),
      ),
  );
  return found === undefined ? undefined : danger(found.row, text);
}

interface NamedShape extends Shape {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly SegmentGlob[];
}

function withNames(shape: Shape): NamedShape {
  return {
    ...shape,
    names: new Set(literalNames(shape)),
    patterns: shape.segments.filter((segment) => segment.is !== 'literal'),
  };
}

/** The key is looked for first: few places share one with a glob. */
function mayBeAt(place: Place, shape: NamedShape): boolean {
  const { key } = place;
  const isNamed =
    key.is === 'literal' ? shape.names.has(key.text) : shape.segments.some((each) => suspectsGlob(key, each));
  return (
    (isNamed || shape.patterns.some((segment) => suspectsGlob(key, segment))) &&
    mayReach({ walk: place.walk, shape, shares: suspectsGlob })
  );
}

/** Suspicion takes the hint for the start that it may be. */
function hinted(path: UnknownPath): UnknownPath {
  return path.starts === undefined && path.near !== undefined ? { ...path, starts: path.near } : path;
}

function literalNames(shape: Shape): readonly string[] {
  return shape.segments.map((segment) =>
    segment.is === 'literal' ? foldProtectedName(segment.text) : anything,
  );
}

/** Whether the glob may match a directory on the way to the place. */
function mayHold({ segments }: Shape, start: readonly SegmentGlob[], place: Place): boolean {
  const depth = start.length;
  return (
    segments.length <= depth + place.segments.length &&
    segments.every((segment, index) => {
      const onTheWay = index < depth ? start[index] : place.segments[index - depth];
      return onTheWay !== undefined && sharesWithShell(onTheWay, segment);
    })
  );
}

/** `*`, `a*` and `*.json` do not mean a key that happens to lie there; `id_*`, `*.key` and `.e*` do. */
function suspectsGlob(ruled: SegmentGlob, globbed: SegmentGlob): boolean {
  if (globbed.is === 'pattern' && !beginsWithDot(ruled)) {
    const telling = beginsWithText(ruled) ? globbed.tokens[0] : globbed.tokens.at(-1);
    if (telling?.is !== 'text') return false;
  }
  return sharesWithShell(ruled, globbed);
}

function beginsWithText(segment: SegmentGlob): boolean {
  return segment.is === 'literal' || (segment.is === 'pattern' && segment.tokens[0]?.is === 'text');
}
