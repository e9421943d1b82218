import type { Access } from '../../src/facts/access.ts';
import type { EffectName } from '../../src/facts/effect.ts';
import { effectsOf, withEffects } from '../../src/facts/part-effects.ts';
import type { Part } from '../../src/facts/part.ts';
import type { PathFact } from '../../src/facts/paths/path-fact.ts';
import { shellParts } from '../../src/facts/shell/effects/shell-parts.ts';
import type { World } from '../../src/world/world.ts';
import { isCovered, type Deed } from './beyond-effects.ts';
import type { Change, Observation } from './observe.ts';
import { ownFiles, ownServers } from './own-files.ts';
import { mark, project } from './hostile-files.ts';
import { secrets } from './plants.ts';

export type Kind =
  | 'ran'
  | 'wrote'
  | 'connected'
  | 'secret'
  | 'unclaimed write'
  | 'unclaimed read'
  | 'unclaimed host'
  | 'beyond its effects';

/** Something that the program did and that the engine's facts about the line do not say. */
export interface Contradiction {
  readonly kind: Kind;
  readonly what: string;
}

/** What the engine says of a line before anybody runs it. */
export interface Claim {
  readonly line: string;
  /** `reads`: allowed without a rule. `edits`: allowed where edits are accepted. `acts`: only its accesses count, for deny rules. */
  readonly says: 'reads' | 'edits' | 'acts';
  readonly parts: readonly Part[];
  readonly accesses: readonly Access[];
  readonly effects: readonly EffectName[];
}

export function claimOf(line: string, world: World): Claim {
  const parts = shellParts(line, world);
  const reads = parts.every(({ readOnly }) => readOnly);
  const edits = parts.every(({ readOnly, insideEdit }) => readOnly || insideEdit);
  return {
    line,
    parts,
    says: reads ? 'reads' : edits ? 'edits' : 'acts',
    accesses: parts.flatMap(({ accesses }) => accesses),
    effects: parts.flatMap((part) => effectsOf(withEffects(part, world)).map(({ effect }) => effect)),
  };
}

export function contradictions(claim: Claim, seen: Observation): readonly Contradiction[] {
  const changed = seen.changed.filter(({ path }) => !isNothing(path) && !isOwn(claim.line, path));
  if (claim.says !== 'acts') return denied(claim, seen, changed);
  return [...unclaimed(claim, seen, changed), ...beyondEffects(claim, seen, changed)];
}

/** What the program did in the repository, or beyond this machine, must be among the effects that its rows state. */
function beyondEffects(
  { line, effects }: Claim,
  seen: Observation,
  changed: readonly Change[],
): readonly Contradiction[] {
  const made = new Set(changed.filter(({ how }) => how === 'create').map(({ path }) => path));
  const inside = changed.filter(
    ({ path, how }) =>
      path.startsWith(`${project}/`) && how !== 'attributes' && !(how === 'remove' && made.has(path)),
  );
  const deeds: readonly (readonly [Deed, string])[] = [
    ...plantsThatRan(seen).map((path) => ['runs', path] as const),
    ...inside.map(({ path, how }) => [how === 'remove' ? 'removes' : 'writes', path] as const),
    ...reachedBy(line, seen).map((host) => ['reaches', host] as const),
  ];
  return deeds
    .filter(([deed]) => !isCovered(deed, effects))
    .map(([deed, path]) => ({
      kind: 'beyond its effects',
      what: `${deed} ${path}, stated: ${[...new Set(effects)].join(', ')}`,
    }));
}

/** Hosts and names that it asked for, but for servers of its own. */
function reachedBy(line: string, seen: Observation): readonly string[] {
  const name = line.split(' ', 1)[0] ?? '';
  const servers = ownServers.filter(({ programs }) => programs.includes(name));
  return [...seen.names, ...seen.connected.filter(isRemote)].filter(
    (address) => !servers.some((own) => own.address.test(address)),
  );
}

function denied(claim: Claim, seen: Observation, changed: readonly Change[]): readonly Contradiction[] {
  const started = seen.started.filter((path) => /^\/(?:home|tmp)\//u.test(path));
  const marked = changed.filter(({ path }) => path.startsWith(mark)).map(({ path }) => path);
  const wrote = changed.filter(
    (each) => !each.path.startsWith(mark) && !isScratch(each.path) && !isClaimed(claim, each, changed),
  );
  const reached = reachedBy(claim.line, seen);
  const shown = secrets.filter(
    (path) =>
      seen.read.includes(path) &&
      !isOwn(claim.line, path) &&
      !claim.accesses.some((access) => covers(access, 'read', path)),
  );
  return [
    ...[...started, ...marked].map((what) => ({ kind: 'ran' as const, what })),
    ...wrote.map(({ how, path }) => ({ kind: 'wrote' as const, what: `${how} ${path}` })),
    ...reached.map((what) => ({ kind: 'connected' as const, what })),
    ...shown.map((what) => ({ kind: 'secret' as const, what })),
  ];
}

/** Deny rules bind to accesses: a file or host that the line names and the program touched must be among them. */
function unclaimed(claim: Claim, seen: Observation, changed: readonly Change[]): readonly Contradiction[] {
  const { line, accesses } = claim;
  const isSaid = (path: string, ...kinds: readonly ('read' | 'write' | 'delete')[]): boolean =>
    kinds.some((kind) => accesses.some((access) => covers(access, kind, path)));
  const written = changed.filter(
    ({ path, how }) => how !== 'attributes' && isNamed(line, path) && !isSaid(path, 'write', 'delete'),
  );
  const read = secrets.filter(
    (path) => seen.read.includes(path) && isNamed(line, path) && !isOwn(line, path) && !isSaid(path, 'read'),
  );
  const reached = seen.names.filter(
    (host) => /\D/u.test(host) && line.includes(host) && !isReached(claim, host),
  );
  return [
    ...written.map(({ path }) => ({ kind: 'unclaimed write' as const, what: path })),
    ...read.map((what) => ({ kind: 'unclaimed read' as const, what })),
    ...reached.map((what) => ({ kind: 'unclaimed host' as const, what })),
  ];
}

/** The line spells the file. One that is really called like an option is a slip of the line, and no rule names it. */
function isNamed(line: string, path: string): boolean {
  if (/\/-[^/]*$/u.test(path)) return false;
  const inside = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
  return line.split(/[\s'"=:,@]+/u).some((word) => [inside, path, `./${inside}`].includes(word));
}

function isReached({ accesses }: Claim, host: string): boolean {
  return accesses.some(
    (access) =>
      access.kind === 'network' &&
      (!access.url.known || access.url.host.toLowerCase() === host.toLowerCase()),
  );
}

function isClaimed(claim: Claim, { path, how }: Change, all: readonly Change[]): boolean {
  if (claim.accesses.some((access) => covers(access, 'write', path) || covers(access, 'delete', path)))
    return true;
  // A directory that was missing above what is created: rules about a directory are about everything below it.
  if (how === 'create' && claim.accesses.some((access) => isAbove(access, path))) return true;
  // A copy beside the file that is renamed over it, and is gone at the end.
  return (
    claim.says === 'edits' &&
    how !== 'attributes' &&
    all.some((other) => other.path === path && other.how === 'remove') &&
    all.some((other) => other.path === path && other.how === 'create')
  );
}

function covers(access: Access, kind: 'read' | 'write' | 'delete', path: string): boolean {
  return access.kind === kind && coversPath(access.path, path);
}

function isAbove(access: Access, path: string): boolean {
  return access.kind === 'write' && access.path.known && access.path.written.startsWith(`${path}/`);
}

function coversPath(fact: PathFact, path: string): boolean {
  if (fact.known) {
    const names = [fact.written, ...(typeof fact.real === 'string' ? [fact.real] : [])];
    return names.some(
      (name) => path === name || (fact.recursive === true && path.startsWith(`${name === '/' ? '' : name}/`)),
    );
  }
  if (fact.glob === undefined) return true;
  const pattern = fact.glob
    .replaceAll(/[.+^${}()|\\]/gu, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${pattern}${fact.recursive === true ? '(?:/|$)' : '$'}`, 'u').test(path);
}

/** Streams, terminals, and what the kernel keeps of the process itself. */
function isNothing(path: string): boolean {
  return /^\/(?:dev\/(?!shm\/)|proc\/|sys\/|usr\/|opt\/|ctl\/)/u.test(path);
}

/** Caches and temporary files: listed for each program, see `scratchOf`. */
function isScratch(path: string): boolean {
  return !path.startsWith(`${project}/`) && /^\/(?:tmp|dev\/shm|run|var|home\/dev\/\.)/u.test(path);
}

/** Plants that left their mark, and planted programs that were started. */
export function plantsThatRan({ changed, started }: Observation): readonly string[] {
  const marked = changed
    .filter(({ path }) => path.startsWith(mark))
    .map(({ path }) => path.slice(mark.length));
  const files = started
    .filter((path) => /^\/(?:home|tmp)\//u.test(path))
    .map((path) => path.replace(`${project}/`, ''));
  return [...new Set([...marked, ...files])];
}

/** What a program keeps outside the project for itself, by directory, for the page. */
export function scratchOf({ changed }: Observation): readonly string[] {
  return changed
    .map(({ path }) => path)
    .filter((path) => isScratch(path) && !path.startsWith(mark))
    .map((path) =>
      path.replace(
        /^(\/home\/dev\/\.[^/]+(?:\/[^/]+)?|\/tmp|\/dev\/shm|\/run|\/var\/[^/]+)(?:\/.*)?$/u,
        '$1',
      ),
    );
}

function isOwn(line: string, path: string): boolean {
  const name = line.split(' ', 1)[0] ?? '';
  return ownFiles.some(
    ({ programs, path: own, unnamed }) =>
      programs.includes(name) && own.test(path) && (unnamed !== true || !isNamed(line, path)),
  );
}

function isRemote(address: string): boolean {
  return (
    !address.startsWith('/') && address !== '' && !/^:?0?:?:?0$/u.test(address) && !address.endsWith(':0')
  );
}
