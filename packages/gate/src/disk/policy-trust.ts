import { join } from 'node:path';
import { definedFields, isRecord } from '@permesso/engine/call';
import { directoryMark } from './policy-git.ts';
import type { Places } from './policy-places.ts';
import { changeTrustFile, readTrustFile, type TrustFile } from './trust-file.ts';

/** What the person approved, per project. */
export interface TrustStore {
  readonly file: string;
  readonly projects: readonly TrustedProject[];
  /** Why nothing is trusted, if the file cannot be used. */
  readonly problem?: string;
}

export interface TrustedProject {
  /** See `Project.id`. */
  readonly id: string;
  /** Another directory at the same path counts as another project. */
  readonly mark: string;
  readonly files: readonly TrustedFile[];
}

/** Approval of a file's content: everything that loosens, given everything that tightens. */
export interface TrustedFile {
  readonly path: string;
  readonly loosens: readonly string[];
  readonly tightens: readonly string[];
  /** ISO date and time. */
  readonly at: string;
}

function trustFile({ config }: Pick<Places, 'config'>): TrustFile<TrustedProject> {
  return {
    file: join(config, 'trust.json'),
    list: 'projects',
    isItem: isProject,
    says: (cause) => {
      if (cause.is === 'unreadable') return `nothing is trusted: the file cannot be read: ${cause.why}`;
      return cause.is === 'damaged'
        ? 'nothing is trusted: the file is invalid'
        : 'nothing is trusted: other users can write the file';
    },
  };
}

export function readTrust(places: Pick<Places, 'config'>): TrustStore {
  const trust = trustFile(places);
  const { items, problem } = readTrustFile(trust);
  return { file: trust.file, projects: items, ...definedFields({ problem }) };
}

/** The project that the person trusted, unless its directory was replaced since. */
export function knownProject(store: TrustStore, id: string): TrustedProject | undefined {
  const found = store.projects.find((project) => project.id === id);
  return found !== undefined && found.mark === directoryMark(id) ? found : undefined;
}

export function changeTrust(
  places: Pick<Places, 'config'>,
  change: (projects: readonly TrustedProject[]) => readonly TrustedProject[],
): Promise<void> {
  return changeTrustFile(trustFile(places), change);
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
