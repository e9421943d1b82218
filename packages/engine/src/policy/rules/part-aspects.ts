import type { Part } from '../../facts/part.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import type { UrlFact } from '../../facts/urls/url-fact.ts';
import { addKeys } from '../patterns/path-glob-key.ts';

/** The files and hosts that a part is about or would touch, collected once because every rule needs them. */
export interface Aspects {
  readonly reads: readonly PathFact[];
  /** Writes and removals. */
  readonly writes: readonly PathFact[];
  /** Files that it may read or write: it names them, and nothing more is known. */
  readonly perhaps: {
    readonly read: readonly PathFact[];
    readonly write: readonly PathFact[];
    readonly urls: readonly UrlFact[];
  };
  readonly urls: readonly UrlFact[];
  /** The names in all paths, to find rules by; undefined if a path cannot be looked up by its names. */
  readonly pathNames: ReadonlySet<string> | undefined;
}

const none: Aspects = {
  reads: [],
  writes: [],
  perhaps: { read: [], write: [], urls: [] },
  urls: [],
  pathNames: new Set(),
};

/** Parts are immutable, so the collected values stay valid as long as the part lives. */
const gathered = new WeakMap<Part, Aspects>();

export function aspectsOf(part: Part): Aspects {
  if (isAboutNothing(part)) return none;
  const known = gathered.get(part);
  if (known !== undefined) return known;
  const aspects = gather(part);
  gathered.set(part, aspects);
  return aspects;
}

function isAboutNothing({ subject, accesses }: Part): boolean {
  return accesses.length === 0 && subject.kind !== 'path' && subject.kind !== 'url';
}

function gather({ subject, accesses }: Part): Aspects {
  const reads: PathFact[] = [];
  const writes: PathFact[] = [];
  const urls: UrlFact[] = [];
  const perhaps = { read: [] as PathFact[], write: [] as PathFact[], urls: [] as UrlFact[] };
  if (subject.kind === 'path') (subject.access === 'read' ? reads : writes).push(subject.path);
  if (subject.kind === 'url') urls.push(subject.url);
  for (const reached of accesses) {
    if ('perhaps' in reached) {
      if (reached.kind === 'network') perhaps.urls.push(reached.url);
      else perhaps[reached.kind === 'read' ? 'read' : 'write'].push(reached.path);
    } else if (reached.kind === 'read') reads.push(reached.path);
    else if (reached.kind === 'write' || reached.kind === 'delete') writes.push(reached.path);
    else if (reached.kind === 'network') urls.push(reached.url);
  }
  const paths = [...reads, ...writes, ...perhaps.read, ...perhaps.write];
  return { reads, writes, perhaps, urls, pathNames: lastNamesOf(paths) };
}

function lastNamesOf(paths: readonly PathFact[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const path of paths) if (!addKeys(path, names)) return undefined;
  return names;
}
