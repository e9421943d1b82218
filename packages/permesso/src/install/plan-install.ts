import { definedFields } from '@permesso/engine/call';
import { mayExist } from '@permesso/gate/disk';
import { applyPieces, removePieces } from './apply-pieces.ts';
import { readExactly, type ExactFile } from './exact-file.ts';
import type { FoundHost } from './find-hosts.ts';
import type { InstallContext } from './installer.ts';
import { readBackup, type Installed, type Manifest } from './manifest.ts';
import type { Piece, Registration } from './file-change.ts';

/** The changes to a host's files. Nothing is written here. */
export interface HostPlan {
  readonly found: FoundHost;
  readonly changes: readonly FileChange[];
  /** Files that are left alone, and why. */
  readonly problems: readonly string[];
  /** What a person has to know or do. */
  readonly notes: readonly string[];
}

export interface FileChange {
  readonly host: string;
  readonly path: string;
  readonly target: string;
  readonly before?: { readonly text: string; readonly mode: number };
  /** Absent if the file is removed. */
  readonly after?: string;
  readonly mode: number;
  readonly why: string;
  readonly pieces: readonly Piece[];
}

export interface PlanOptions {
  readonly situation: Omit<InstallContext, 'exists' | 'trust'>;
  readonly state: string;
  readonly manifest: Manifest;
}

export async function planHost(found: FoundHost, options: PlanOptions): Promise<HostPlan> {
  const { installer } = found;
  const situation: InstallContext = { ...options.situation, exists: mayExist };
  const { programs } = situation;
  const gone = [programs.node, programs.hook, ...(installer.needs?.(programs) ?? [])].filter(
    (path) => !mayExist(path),
  );
  if (gone.length > 0) {
    const problems = gone.map((path) => `${path}: it is not there, so this permesso is not complete`);
    return { found, changes: [], problems, notes: [] };
  }
  const first = planFiles(found, installer.register(situation), options);
  if (installer.trust === undefined || first.problems.length > 0) return first;
  const [hooks] = installer.register(situation);
  if (hooks === undefined) return first;
  try {
    const text = first.changes.find(({ path }) => path === hooks.path)?.after ?? textNow(hooks.path);
    const trust = await installer.trust.ask({
      file: hooks.path,
      text,
      path: situation.places.env['PATH'] ?? '',
      ...definedFields({ program: found.program }),
    });
    return planFiles(found, installer.register({ ...situation, trust }), options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      // Existing trust stays: it may still be right.
      ...first,
      changes: first.changes.filter(({ after }) => after !== undefined),
      notes: [installer.trust.note(why)],
    };
  }
}

function textNow(path: string): string {
  const read = readExactly(path);
  return 'text' in read ? read.text : '';
}

function planFiles(found: FoundHost, registrations: readonly Registration[], options: PlanOptions): HostPlan {
  const host = found.installer.name;
  const changes: FileChange[] = [];
  const problems: string[] = [];
  const take = (change: FileChange | string | undefined): void => {
    if (typeof change === 'string') problems.push(change);
    else if (change !== undefined) changes.push(change);
  };
  for (const registration of registrations) take(planFile(host, registration, options));
  const wanted = new Set(registrations.map(({ path }) => path));
  for (const old of options.manifest.files)
    if (old.host === host && !wanted.has(old.path)) take(planRemoval(old, options));
  return { found, changes, problems, notes: [] };
}

function planFile(
  host: string,
  { path, pieces, why, mode = 0o600 }: Registration,
  { manifest, state }: PlanOptions,
): FileChange | string | undefined {
  const now = readExactly(path);
  if ('unreadable' in now) return `${path}: ${now.unreadable}`;
  const recorded = manifest.files.find((file) => file.path === path);
  const base = withoutOld(now, { recorded, pieces, state });
  if ('refused' in base) return `${path}: ${base.refused}`;
  const changed = applyPieces(base.text, pieces);
  if ('refused' in changed) return `${path}: ${changed.refused}`;
  if ('text' in now && changed.text === now.text) return undefined;
  return {
    host,
    path,
    target: now.target,
    after: changed.text,
    why,
    pieces,
    mode: 'text' in now ? now.mode : mode,
    ...('text' in now ? { before: { text: now.text, mode: now.mode } } : {}),
  };
}

interface Old {
  readonly recorded: Installed | undefined;
  readonly pieces: readonly Piece[];
  readonly state: string;
}

/** Rules that the policy no longer has must go before new ones are added. */
function withoutOld(
  now: Exclude<ExactFile, { unreadable: string }>,
  { recorded, pieces, state }: Old,
): { readonly text: string | undefined } | { readonly refused: string } {
  if ('missing' in now) return { text: undefined };
  if (recorded === undefined || JSON.stringify(recorded.pieces) === JSON.stringify(pieces))
    return { text: now.text };
  return removePieces(now.text, recorded.pieces, backupOf(recorded, state));
}

function planRemoval(old: Installed, { state }: PlanOptions): FileChange | string | undefined {
  const now = readExactly(old.path);
  if ('missing' in now) return undefined;
  if ('unreadable' in now) return `${old.path}: ${now.unreadable}`;
  const removed = removePieces(now.text, old.pieces, backupOf(old, state));
  if ('refused' in removed) return `${old.path}: ${removed.refused}`;
  if (removed.text === now.text) return undefined;
  return {
    host: old.host,
    path: old.path,
    target: now.target,
    before: { text: now.text, mode: now.mode },
    ...definedFields({ after: removed.text }),
    mode: now.mode,
    why: 'no longer needed',
    pieces: [],
  };
}

function backupOf({ before }: Installed, state: string): string | undefined {
  return before === undefined ? undefined : readBackup(state, before.digest);
}
