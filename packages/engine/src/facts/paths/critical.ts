import type { World } from '../../world/world.ts';
import { foldName } from './fold.ts';
import { normalSegments, normalisePath } from './normalise.ts';
import type { KnownPath, PathFact, UnknownPath } from './path-fact.ts';
import type { Danger } from './protected.ts';
import { realPath } from './real-path.ts';
import { sharesWithShell } from './reach.ts';
import {
  type GlobToken,
  type SegmentGlob,
  hasLocaleClass,
  literalSegment,
  parseSegment,
} from './segment-glob.ts';
import { listed } from '../word-set.ts';

export interface Removing {
  readonly path: PathFact;
  readonly world: World;
}

/** Why removing this would be a catastrophe, if it would: a person must then approve, whatever the rules say. */
export function criticalRemoval(options: Removing): Danger | undefined {
  const { path, world } = options;
  return path.known ? ofKnown(path, world) : ofUnknown(path, world);
}

/** Directories whose children are each as critical as a top-level directory: homes of other users, volumes, system parts. */
const parentsOfCritical: readonly string[] = listed(`
  /, /home, /users, /mnt, /media, /volumes, /usr, /usr/local, /var, /var/lib, /opt, /srv, /etc, /private,
  /private/var, /system, /library
`);

/** A person's own directories in the home directory. */
const keptAtHome: readonly string[] = listed(`
  desktop, documents, downloads, pictures, music, movies, videos, library, projects, src, .config, .local,
  .local/share, appdata, appdata/local, appdata/roaming, onedrive
`);

function ofKnown(path: KnownPath, world: World): Danger | undefined {
  const names = typeof path.real === 'string' ? [path.written, path.real] : [path.written];
  for (const name of names) {
    const what = criticalPlace(fold(name), world);
    if (what === undefined || (ownDirectories.has(what) && findsSome(path))) continue;
    return danger(
      path.found === true
        ? `it removes what is found in ${name}, ${what}, whatever that is`
        : `${name} is ${what}`,
    );
  }
  return typeof path.real === 'string' || path.recursive !== true
    ? undefined
    : danger(`where ${path.written} leads cannot be known: ${path.real.unknown}`);
}

/** `find . -name '*.bak' -delete`: like `rm *.bak`, it leaves the project itself. */
function findsSome({ found, unless }: KnownPath): boolean {
  const names = unless?.names ?? [];
  return found === true && names.length > 0 && !names.some(isBroadName);
}

function danger(reason: string): Danger {
  return { code: 'critical-removal', reason };
}

/** Describes a folded path that must not be removed without asking; undefined for all others. */
function criticalPlace(path: string, world: World): string | undefined {
  if (path === '/') return 'the root of the file system';
  const parent = parentOf(world.platform === 'win32' ? withoutDrive(path) : path);
  if (parentsOfCritical.includes(parent) && !isScratch(path)) return 'a system directory';
  for (const [what, directory] of ownPlaces(world)) {
    if (path === directory) return what;
    if (directory.startsWith(`${path}/`)) return `above ${what}`;
  }
  const home = fold(world.home);
  return keptAtHome.some((name) => path === `${home}/${name}`) ? 'a directory of your own files' : undefined;
}

/** A scratch directory itself is critical (`/tmp`); its contents are not. */
function isScratch(path: string): boolean {
  return path.startsWith('/var/tmp/') || path.startsWith('/private/tmp/');
}

function ownPlaces(world: World): readonly (readonly [what: string, folded: string])[] {
  const places: (readonly [string, string])[] = [];
  const add = (what: string, directory: string): void => {
    const real = realPath(directory, world);
    places.push([what, fold(directory)]);
    if (typeof real === 'string') places.push([what, fold(real)]);
  };
  add('your home directory', world.home);
  add(projectRoot, world.project);
  for (const directory of world.workingDirectories) add(workingDirectory, directory);
  return places;
}

const projectRoot = 'the root of the project';
const workingDirectory = 'a working directory';
const ownDirectories: ReadonlySet<string> = new Set([projectRoot, workingDirectory]);

function ofUnknown(path: UnknownPath, world: World): Danger | undefined {
  // Without recursion, a single unknown name is nothing critical.
  if (path.recursive === false) return undefined;
  if (path.glob !== undefined && !hasLocaleClass(path.glob)) return ofGlob(path.glob, world);
  const { starts } = path;
  // `$UNSET/` may be `/`, and `"$DIR/build"` may be `/build`.
  if (starts === undefined || !starts.startsWith('/')) return danger(`the target is ${path.reason}`);
  const directory = starts.slice(0, starts.lastIndexOf('/') + 1);
  const real = realPath(directory, world);
  const isCritical =
    typeof real !== 'string' ||
    [directory, real].some((name) => criticalPlace(fold(name), world) !== undefined) ||
    ownPlaces(world).some(([, place]) => place.startsWith(fold(starts)));
  return isCritical ? danger(`${path.reason} may be a critical directory or everything in one`) : undefined;
}

/** `/*`, `~/*` and `./.*` remove everything in the directory; `*.log` there does not. */
function ofGlob(glob: string, world: World): Danger | undefined {
  const parts = glob.split('/').filter((part) => part !== '');
  const segments = parts.map(parseSegment);
  const firstWild = segments.findIndex((segment) => segment.is !== 'literal');
  if (firstWild === -1)
    return ofKnown({ known: true, written: normalisePath(glob), real: realPath(glob, world) }, world);
  const directory = `/${parts.slice(0, firstWild).join('/')}`;
  const real = realPath(directory, world);
  if (typeof real !== 'string') return danger(`where ${directory} leads cannot be known: ${real.unknown}`);
  const shape = [...normalSegments(real).map(literalSegment), ...segments.slice(firstWild)];
  const hit = dearPlaces(world).find(
    (place) => mayMatchAbove(segments, place) || mayMatchAbove(shape, place),
  );
  if (hit !== undefined) return danger(`${glob} may match ${hit}`);
  const isCritical = [directory, real].some((name) => criticalPlace(fold(name), world) !== undefined);
  if (!isCritical) return undefined;
  // Directly below the root every name is critical, so a glob with letters (`/us*`) is too.
  const isTop = [directory, real].some((name) => parentsOfCritical.includes(fold(name)));
  const isBroad = isTop || isBroadName(parts[firstWild] ?? '') || parts.length > firstWild + 1;
  return isBroad ? danger(`${glob} matches everything in ${directory}`) : undefined;
}

function dearPlaces(world: World): readonly string[] {
  const home = fold(world.home);
  return [...ownPlaces(world).map(([, place]) => place), ...keptAtHome.map((name) => `${home}/${name}`)];
}

/** Whether the glob may match the place or a directory above it. */
function mayMatchAbove(segments: readonly SegmentGlob[], place: string): boolean {
  const names = normalSegments(place);
  return (
    segments.length <= names.length &&
    segments.every((segment, index) => sharesWithShell(literalSegment(names[index] ?? ''), segment))
  );
}

/** Wildcards and dots only. */
function isBroadName(name: string): boolean {
  const segment = parseSegment(name);
  if (segment.is === 'literal') return false;
  return segment.is === 'any-depth' || segment.tokens.every((token) => !namesLetter(token) || isDot(token));
}

/** `[bB]` names a letter just as `b` does. */
function namesLetter(token: GlobToken): boolean {
  return (
    token.is === 'text' ||
    (token.is === 'class' && !token.negated && token.ranges.every(([from, to]) => from === to))
  );
}

function isDot(token: GlobToken): boolean {
  return token.is === 'text' && token.text === '.';
}

function fold(path: string): string {
  return `/${normalSegments(path).map(foldName).join('/')}`;
}

/** `/c/users/dev` is in a directory of homes just as `/users/dev` is. */
function withoutDrive(folded: string): string {
  return folded.replace(/^\/[a-z](?=\/|$)/u, '') || '/';
}

function parentOf(folded: string): string {
  const cut = folded.lastIndexOf('/');
  return cut <= 0 ? '/' : folded.slice(0, cut);
}
