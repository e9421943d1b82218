import { statSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './with-lock.ts';
import { directoryMark } from './policy-git.ts';
import type { Places } from './policy-places.ts';
import { readText } from './read-text.ts';
import { replaceFile } from './replace-file.ts';
import { isRecord } from '../call/is-record.ts';
import { makeFolder } from './make-folder.ts';

/** What the person said yes to, by project. */
export interface TrustStore {
  readonly file: string;
  readonly projects: readonly TrustedProject[];
  /** Why nothing is trusted, where the file cannot be used. */
  readonly problem?: string;
}

export interface TrustedProject {
  /** See `Project.id`. */
  readonly id: string;
  /** Another directory at the same path is another project. */
  readonly mark: string;
  readonly files: readonly TrustedFile[];
}

/** A yes to a file's content: to each thing that loosens, given all that tightens. */
export interface TrustedFile {
  readonly path: string;
  readonly loosens: readonly string[];
  readonly tightens: readonly string[];
  /** ISO date and time. */
  readonly at: string;
}

function trustFile({ config }: Pick<Places, 'config'>): string {
  return join(config, 'trust.json');
}

export function readTrust(places: Pick<Places, 'config'>): TrustStore {
  const file = trustFile(places);
  const read = readText(file);
  if ('missing' in read) return { file, projects: [] };
  const broken = (problem: string): TrustStore => ({ file, projects: [], problem });
  if (isWrittenByOthers(file)) return broken('nothing is trusted, for others may write the file');
  if ('unreadable' in read)
    return broken(`nothing is trusted, for the file cannot be read: ${read.unreadable}`);
  return { file, ...(parseTrust(read.text) ?? broken('nothing is trusted, for the file makes no sense')) };
}

function isWrittenByOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return process.platform !== 'win32' && found !== undefined && (found.mode & 0o022) !== 0;
}

/** The project as the person knows it, unless its directory was replaced since. */
export function knownProject(store: TrustStore, id: string): TrustedProject | undefined {
  const found = store.projects.find((project) => project.id === id);
  return found !== undefined && found.mark === directoryMark(id) ? found : undefined;
}

export async function changeTrust(
  places: Pick<Places, 'config'>,
  change: (projects: readonly TrustedProject[]) => readonly TrustedProject[],
): Promise<void> {
  makeFolder(places.config);
  const file = trustFile(places);
  await withLock(file, () => {
    const store = readTrust(places);
    if (store.problem !== undefined) throw new Error(`${file}: ${store.problem}; mend or remove it`);
    const text = JSON.stringify({ version: 1, projects: change(store.projects) }, undefined, 2);
    replaceFile(file, { text: `${text}\n`, mode: 0o600 });
  });
}

function parseTrust(text: string): Pick<TrustStore, 'projects'> | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(said) || said['version'] !== 1 || !Array.isArray(said['projects'])) return undefined;
  const projects: readonly unknown[] = said['projects'];
  return projects.every(isProject) ? { projects } : undefined;
}

function isProject(value: unknown): value is TrustedProject {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['mark'] === 'string' &&
    Array.isArray(value['files']) &&
    value['files'].every(isFile)
  );
}

function isFile(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['path'] === 'string' &&
    typeof value['at'] === 'string' &&
    isTexts(value['loosens']) &&
    isTexts(value['tightens'])
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
