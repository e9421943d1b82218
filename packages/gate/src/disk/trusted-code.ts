import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import { definedFields, isRecord } from '@permesso/engine/call';
import { enclosingRepository, realPath } from './policy-git.ts';
import type { Places } from './policy-places.ts';
import { changeTrustFile, readTrustFile, type TrustFile } from './trust-file.ts';

/** A project whose own tests, builds and scripts may run: the groups that the person was shown when they agreed. */
export interface TrustedCode {
  /** Identifies the repository itself, wherever it is moved; a replacement has a different identity. */
  readonly identity: string;
  /** Its path at the time, for display. */
  readonly path: string;
  readonly groups: readonly string[];
  /** ISO date and time. */
  readonly at: string;
}

export interface TrustedCodeStore {
  readonly file: string;
  readonly projects: readonly TrustedCode[];
  /** Why no code is trusted, if the file cannot be used. */
  readonly problem?: string;
}

type ConfigPlace = Pick<Places, 'config'>;

function trustFile({ config }: ConfigPlace): TrustFile<TrustedCode> {
  return {
    file: join(config, 'trusted-code.json'),
    list: 'projects',
    isItem: isTrustedCode,
    says: (cause) => {
      if (cause.is === 'unreadable') return `no code is trusted: ${cause.why}`;
      return cause.is === 'damaged'
        ? 'no code is trusted: this file is not valid'
        : 'no code is trusted: other users can write this file';
    },
  };
}

export function readTrustedCode(places: ConfigPlace): TrustedCodeStore {
  const trust = trustFile(places);
  const { items, problem } = readTrustFile(trust);
  return { file: trust.file, projects: items, ...definedFields({ problem }) };
}

export function changeTrustedCode(
  places: ConfigPlace,
  change: (projects: readonly TrustedCode[]) => readonly TrustedCode[],
): Promise<void> {
  return changeTrustFile(trustFile(places), change);
}

function isTrustedCode(value: unknown): value is TrustedCode {
  return (
    isRecord(value) &&
    ['identity', 'path', 'at'].every((key) => typeof value[key] === 'string') &&
    Array.isArray(value['groups']) &&
    value['groups'].every((group) => typeof group === 'string')
  );
}

export interface CodeProject {
  /** Where its files are. */
  readonly directory: string;
  readonly identity: string;
}

export function codeProject(start: string): CodeProject | undefined {
  const repository = enclosingRepository(realPath(resolve(start)) ?? resolve(start));
  const identity = repository === undefined ? undefined : identityOf(repository.common);
  return repository === undefined || identity === undefined
    ? undefined
    : { directory: repository.checkout, identity };
}

/** Not the path: if a repository is deleted and replaced by another, the person must be asked again. */
function identityOf(gitDirectory: string): string | undefined {
  const found = statSync(gitDirectory, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

const [deepest, mostEntries] = [3, 5_000];
const skipped = new Set(['node_modules', 'vendor', 'target', 'build', 'dist', 'out', 'venv']);

/** The files that show what kind of project this is: paths below the directory, at most three folders deep. */
export function projectFiles(directory: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [{ at: '', depth: 0 }];
  for (let next = open.shift(); next !== undefined && found.size < mostEntries; next = open.shift()) {
    for (const entry of entriesOf(join(directory, next.at))) {
      const path = next.at === '' ? entry.name : `${next.at}/${entry.name}`;
      const isFolder = entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name);
      if (entry.isFile()) found.add(path);
      else if (isFolder && next.depth < deepest) open.push({ at: path, depth: next.depth + 1 });
    }
  }
  return found;
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // An unreadable folder adds no kind of project: fewer groups are suggested.
    return [];
  }
}
