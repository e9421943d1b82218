import { readdirSync, lstatSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptReader } from './past-call.ts';

export interface FoundSession {
  readonly path: string;
  readonly base: string;
  readonly bytes: number;
  readonly reader: TranscriptReader;
}

export interface HomeOptions {
  readonly home: string;
  /** Variables that name other folders; empty when another home is examined. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const [deepest, mostFiles] = [6, 50_000];

/** The host's own folder for this person. */
export function baseOf({ base }: TranscriptReader, { home, env }: HomeOptions): string {
  const named = base.variable === undefined ? undefined : env[base.variable];
  return named !== undefined && named.startsWith('/') ? named : join(home, base.folder);
}

/** Every session of a host, oldest name first. Links are not followed: they could lead anywhere, also in circles. */
export function findSessions(reader: TranscriptReader, options: HomeOptions): readonly FoundSession[] {
  const base = baseOf(reader, options);
  const root = join(base, reader.below);
  const found: FoundSession[] = [];
  const open = [{ at: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined && found.length < mostFiles; next = open.pop()) {
    for (const entry of entriesOf(join(root, next.at))) {
      const path = next.at === '' ? entry.name : `${next.at}/${entry.name}`;
      if (entry.isDirectory() && next.depth < deepest) open.push({ at: path, depth: next.depth + 1 });
      if (!entry.isFile() || !reader.isSession(path)) continue;
      const bytes = lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0;
      found.push({ path: join(root, path), base, bytes, reader });
    }
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // No such agent here, or somebody else's folder: nothing to read.
    return [];
  }
}
