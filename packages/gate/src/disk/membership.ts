import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { replaceFile } from './replace-file.ts';
import { readText, recordInText } from './read-text.ts';
import { findPlaces, type PlaceOptions } from './policy-places.ts';
import { exportPrivateKey, importPrivateKey } from '@permesso/protocol/bundle';
import { makeFolder } from './make-folder.ts';

/** This machine's membership in a team: which server, which agent, and whose signatures it accepts. */
export interface Membership {
  /** The server's origin, without a trailing slash. */
  readonly url: string;
  readonly agent: string;
  readonly organisation: string;
  readonly project: string;
  /** Where the policy is fetched from. */
  readonly channel: string;
  /** Pinned when the agent enrolled: bundles and checkpoints signed by anyone else are ignored. */
  readonly organisationKey: Buffer;
  /** Its predecessors: they sign nothing new, but their earlier signatures can still be verified. */
  readonly earlierKeys: readonly Buffer[];
  readonly privateKey: KeyObject;
}

/**
 * Below the protected part of this machine's state, so that a governed agent cannot edit it.
 *
 * @example
 * ```ts
 * import { teamDirectory } from '@permesso/gate/team';
 * console.log(teamDirectory(), teamDirectory({ home: '/home/ann' }));
 * ```
 */
export function teamDirectory(options: PlaceOptions = {}): string {
  return join(findPlaces(options).state, 'team');
}

const fileName = 'membership.json';

export function writeMembership(directory: string, membership: Membership): void {
  const { organisationKey, earlierKeys, privateKey, ...plain } = membership;
  const text = JSON.stringify({
    ...plain,
    organisationKey: organisationKey.toString('base64url'),
    earlierKeys: earlierKeys.map((key) => key.toString('base64url')),
    privateKey: exportPrivateKey(privateKey).toString('base64url'),
  });
  makeFolder(directory);
  replaceFile(join(directory, fileName), { text: `${text}\n`, mode: 0o600 });
}

/**
 * Undefined if this machine belongs to no team. Throws if the file exists and cannot be used.
 *
 * @example
 * ```ts
 * import { readMembership, teamDirectory } from '@permesso/gate/team';
 * const membership = readMembership(teamDirectory());
 * console.log(membership === undefined ? 'no team' : `${membership.agent} at ${membership.url}`);
 * ```
 */
export function readMembership(directory: string): Membership | undefined {
  const read = readText(join(directory, fileName));
  if ('missing' in read) return undefined;
  if ('unreadable' in read)
    throw new Error(`the membership of this machine cannot be read: ${read.unreadable}`);
  const said = recordInText(read.text);
  const { url, privateKey } = said;
  if (typeof url !== 'string' || typeof privateKey !== 'string')
    throw new Error('the membership of this machine cannot be used; join again');
  return membershipFrom(said, { url, privateKey: importPrivateKey(Buffer.from(privateKey, 'base64url')) });
}

/** Combines what a server says about an agent with what this machine knows. */
export function membershipFrom(
  said: Readonly<Record<string, unknown>>,
  own: Pick<Membership, 'url' | 'privateKey'>,
): Membership {
  const text = (name: string): string => {
    const value = said[name];
    if (typeof value !== 'string') throw new Error(`the membership has no ${name}; join again`);
    return value;
  };
  return {
    ...own,
    agent: text('agent'),
    organisation: text('organisation'),
    project: text('project'),
    channel: text('channel'),
    organisationKey: Buffer.from(text('organisationKey'), 'base64url'),
    earlierKeys: keysFrom(said['earlierKeys']),
  };
}

/** A server that never changed its key sends no earlier keys. */
function keysFrom(value: unknown): readonly Buffer[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return texts.flatMap((each) => (typeof each === 'string' ? [Buffer.from(each, 'base64url')] : []));
}
