import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { replaceFile } from './replace-file.ts';
import { readText, recordInText } from './read-text.ts';
import { findPlaces, type PlaceOptions } from './policy-places.ts';
import { exportPrivateKey, importPrivateKey } from '@permesso/protocol/bundle';
import { makeFolder } from './make-folder.ts';

/** That this machine's agents belong to a team: which server, who they are there, and whom they believe. */
export interface Membership {
  /** Origin of the server, without a slash at the end. */
  readonly url: string;
  readonly agent: string;
  readonly organisation: string;
  readonly project: string;
  /** Where the policy is looked for. */
  readonly channel: string;
  /** Pinned when the agent enrolled: bundles and checkpoints of anybody else are nothing. */
  readonly organisationKey: Buffer;
  /** Those that it followed: they sign nothing more, and what they signed can still be checked. */
  readonly earlierKeys: readonly Buffer[];
  readonly privateKey: KeyObject;
}

/**
 * Below the protected place of this machine's state: what is governed cannot edit it.
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
 * Nothing when this machine belongs to no team. Throws when the file is there and cannot be used.
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

/** What a server says about an agent, and what this machine knows itself. */
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

/** A server that never changed its key says nothing about earlier ones. */
function keysFrom(value: unknown): readonly Buffer[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return texts.flatMap((each) => (typeof each === 'string' ? [Buffer.from(each, 'base64url')] : []));
}
