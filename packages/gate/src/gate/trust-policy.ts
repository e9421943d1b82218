import { createHash } from 'node:crypto';
import type { Effects, Loosening } from '@permesso/engine/text';
import type { Project } from '../disk/policy-files.ts';
import { directoryMark } from '../disk/policy-git.ts';
import { findPlaces, type PlaceOptions } from '../disk/policy-places.ts';
import {
  changeTrust,
  knownProject,
  readTrust,
  type TrustedProject,
  type TrustStore,
} from '../disk/policy-trust.ts';

/** What a repository's file would loosen without the person's approval. */
export interface UntrustedFile {
  readonly file: string;
  readonly project: Project;
  readonly loosens: readonly Loosening[];
  /** Everything the file does, so that an approval covers exactly what was shown. */
  readonly effects: Effects;
  /** It was trusted, and something that tightened has since been removed: all of it is pending again. */
  readonly weakened: boolean;
}

export interface TrustJudgement {
  readonly isTrusted: (loosening: Loosening) => boolean;
  readonly weakened: boolean;
}

/**
 * Trust is bound to content: everything that loosens must have been shown, and everything that tightened then must
 * still be there. So a repository may remove permissions and add denials without asking again, and nothing else.
 */
export function judgeTrust(project: Project, effects: Effects, store: TrustStore): TrustJudgement {
  const known = knownProject(store, project.id);
  if (known === undefined) return { isTrusted: () => false, weakened: false };
  if (project.own) return { isTrusted: () => true, weakened: false };
  const said = known.files.find(({ path }) => path === project.path);
  if (said === undefined) return { isTrusted: () => false, weakened: false };
  const tightens = new Set(effects.tightens.map(hashOf));
  const loosens = new Set(said.loosens);
  return said.tightens.every((hash) => tightens.has(hash))
    ? { isTrusted: ({ content }) => loosens.has(hashOf(content)), weakened: false }
    : { isTrusted: () => false, weakened: true };
}

/**
 * Records the person's approval of exactly this content. It replaces their earlier answer about the file.
 *
 * @example
 * ```ts
 * import { loadPolicy, trust } from '@permesso/gate/policy';
 * const { untrusted } = loadPolicy({ cwd: '/srv/app' });
 * for (const { file, loosens } of untrusted) console.log(file, loosens.map(({ text }) => text));
 * await trust(untrusted);
 * ```
 */
export async function trust(waiting: readonly UntrustedFile[], options: PlaceOptions = {}): Promise<void> {
  const at = new Date().toISOString();
  await changeTrust(findPlaces(options), (projects) => {
    let all = projects;
    for (const { project, effects } of waiting) {
      const mark = directoryMark(project.id);
      const known = all.find(({ id }) => id === project.id);
      const others = known?.mark === mark ? known.files.filter(({ path }) => path !== project.path) : [];
      const file = { path: project.path, ...hashesOf(effects), at };
      all = [
        ...all.filter(({ id }) => id !== project.id),
        { id: project.id, mark, files: [...others, file] },
      ];
    }
    return all;
  });
}

/**
 * Revokes the approval. Returns what was trusted.
 *
 * @example
 * ```ts
 * import { listTrust, revokeTrust } from '@permesso/gate/policy';
 * for (const { id } of listTrust().projects) await revokeTrust(id);
 * ```
 */
export async function revokeTrust(
  id: string,
  options: PlaceOptions = {},
): Promise<TrustedProject | undefined> {
  let revoked: TrustedProject | undefined;
  await changeTrust(findPlaces(options), (projects) => {
    revoked = projects.find((project) => project.id === id);
    return projects.filter((project) => project.id !== id);
  });
  return revoked;
}

/**
 * The projects whose policy files this person trusts, with the content that was trusted.
 *
 * @example
 * ```ts
 * import { listTrust } from '@permesso/gate/policy';
 * for (const { id, files } of listTrust().projects) console.log(id, files.length);
 * ```
 */
export function listTrust(options: PlaceOptions = {}): TrustStore {
  return readTrust(findPlaces(options));
}

export function hashesOf({ loosens, tightens }: Effects): {
  readonly loosens: string[];
  readonly tightens: string[];
} {
  return { loosens: loosens.map(({ content }) => hashOf(content)), tightens: tightens.map(hashOf) };
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
