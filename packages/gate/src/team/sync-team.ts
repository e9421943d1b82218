import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTeamGrant } from '../approval/stores/team-grants.ts';
import { removeFreeze, writeFreeze } from '../disk/policy-freeze.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { readText } from '../disk/read-text.ts';
import { withLock } from '../disk/with-lock.ts';
import { freezeFor, type Manifest, manifestKey, readManifest } from '@permesso/protocol/bundle';
import { teamRules } from './examine-policy.ts';
import { readMembership, writeMembership, type Membership } from '../disk/membership.ts';
import { sendLastAgain } from './send-log.ts';
import { askOpenly } from './server-request.ts';
import { readStanding } from './standing.ts';
import { answersHere } from './team-offers.ts';
import { takeCandidates, takePolicies } from './team-policies.ts';
import {
  expectedBy,
  heldSerials,
  lastManifest,
  manifestName,
  newestManifest,
  newestName,
  policyKinds,
  policyPath,
  raiseSerials,
  type HeldSerials,
} from '../disk/held-bundle.ts';
import { makeFolder } from '../disk/make-folder.ts';

/** The result of a sync. */
export type Synced =
  | {
      readonly is: 'same' | 'new';
      readonly manifest: Manifest;
      /** The server was restored from a backup since this machine last synced. */
      readonly restored?: true;
    }
  /** The server has revoked this machine: its orders to stop still count, its policies no longer apply. */
  | { readonly is: 'revoked'; readonly why: string }
  /** Something received was rejected: the last good policy stays. */
  | { readonly is: 'refused'; readonly why: string };

const grantsName = 'grants.json';

/**
 * Fetches what the team says now. Only what is signed, not older and can be decided with replaces the last good one;
 * the policies are written before the manifest that names them, so a kill in between leaves the old name for a new text
 * at worst, and the next look fixes it. One process at a time: of two, the slower one would bring back the older.
 *
 * @example
 * ```ts
 * import { readMembership, syncTeam, teamDirectory } from '@permesso/gate/team';
 * const membership = readMembership(teamDirectory());
 * if (membership !== undefined) console.log((await syncTeam(teamDirectory(), membership)).is);
 * ```
 */
export async function syncTeam(directory: string, membership: Membership): Promise<Synced> {
  makeFolder(directory);
  return await withLock(join(directory, newestName), () =>
    sync(directory, withNewestKey(directory, membership)),
  );
}

async function sync(directory: string, membership: Membership): Promise<Synced> {
  const isRevoked = readStanding(directory)?.is === 'revoked';
  const known = lastManifest(directory, membership);
  const newest = newestManifest(directory, membership);
  const headers = known === undefined || isRevoked ? {} : { 'if-none-match': `"${known.serial}"` };
  const reply = await askOpenly(membership.url, { path: `/v1/bundles/${membership.channel}`, headers });
  if (reply.status === 304 && known !== undefined) {
    // If one of our files was removed or changed, the next sync restores it.
    const fixed = await obey(known, { directory, membership, orders: newest ?? known });
    return fixed ?? { is: 'same', manifest: known };
  }
  if (reply.status !== 200) return { is: 'refused', why: `the server answered ${reply.status}` };
  return await takeManifest(reply.text, { directory, membership, newest, isRevoked });
}

interface Taking {
  readonly directory: string;
  readonly membership: Membership;
  /** The newest manifest accepted before. */
  readonly newest: Manifest | undefined;
  readonly isRevoked: boolean;
}

async function takeManifest(
  text: string,
  { directory, membership, newest, isRevoked }: Taking,
): Promise<Synced> {
  const known = highestKnown(heldSerials(directory, membership), newest);
  const read = readManifest(text, { ...expectedBy(membership), ...known });
  if (!read.ok) return { is: 'refused', why: read.why };
  const isRestored = wasRestored(read.value, newest);
  if (isRestored) sendLastAgain(directory);
  // From now on no older manifest counts, even if this one's policy cannot be fetched.
  replaceFile(join(directory, newestName), { text, mode: 0o600 });
  const { serial, baseline } = read.value;
  raiseSerials(directory, membership, { newest: serial, baseline: baseline?.serial ?? 0 });
  if (isRevoked) {
    takeFreeze(directory, membership, read.value);
    return { is: 'revoked', why: `this machine is revoked at ${membership.url}` };
  }
  const problem = await obey(read.value, { directory, membership, orders: read.value });
  if (problem !== undefined) return problem;
  replaceFile(join(directory, manifestName), { text, mode: 0o600 });
  raiseSerials(directory, membership, { obeyed: serial });
  pinKey(directory, membership, manifestKey(text, expectedBy(membership)));
  return { is: 'new', manifest: read.value, ...(isRestored ? { restored: true } : {}) };
}

function highestKnown(
  held: HeldSerials | undefined,
  newest: Manifest | undefined,
): { readonly serial: number; readonly baseline: number } {
  return {
    serial: Math.max(held?.newest ?? 0, newest?.serial ?? 0),
    baseline: Math.max(held?.baseline ?? 0, newest?.baseline?.serial ?? 0),
  };
}

/** Another process may have seen the team's key replaced: the previous key no longer counts. */
function withNewestKey(directory: string, membership: Membership): Membership {
  const held = readMembership(directory);
  if (held?.agent !== membership.agent) return membership;
  // Only the keys: the server's URL and the owner of this machine are the caller's.
  const { organisationKey, earlierKeys } = held;
  return { ...membership, organisationKey, earlierKeys };
}

/** Done last: until then the files here are signed with the previous key, which leads to the new one. */
function pinKey(directory: string, membership: Membership, key: Uint8Array): void {
  const { organisationKey, earlierKeys } = membership;
  if (organisationKey.equals(key)) return;
  writeMembership(directory, {
    ...membership,
    organisationKey: Buffer.from(key),
    earlierKeys: [...earlierKeys, organisationKey],
  });
}

/** Compared with the previously known manifest. */
function wasRestored({ restoredAt }: Manifest, before: Manifest | undefined): boolean {
  return before !== undefined && restoredAt !== undefined && restoredAt !== before.restoredAt;
}

/** Shown to a person once, if `restored` is set. */
export function restoredNotice({ restoredAt }: Manifest): string {
  return `the team server was restored from a backup at ${restoredAt}: entries that it had lost are sent again, open approval requests were cancelled`;
}

interface Obeying {
  readonly directory: string;
  readonly membership: Membership;
  /** Freezes and grants come from here: they start and end even if a policy is refused. */
  readonly orders: Manifest;
}

async function obey(
  manifest: Manifest,
  { directory, membership, orders }: Obeying,
): Promise<Extract<Synced, { is: 'refused' }> | undefined> {
  takeFreeze(directory, membership, orders);
  try {
    const problem = await takePolicies(directory, membership, manifest);
    if (problem !== undefined) return { is: 'refused', why: problem.why };
    await takeCandidates(directory, membership, manifest);
    return undefined;
  } finally {
    takeGrants(directory, orders);
  }
}

function takeFreeze(directory: string, { agent }: Membership, orders: Manifest): void {
  const frozen = freezeFor(orders, agent);
  if (frozen === undefined) removeFreeze({ state: directory });
  else writeFreeze({ state: directory }, { reason: `by the team: ${frozen}`, since: orders.issuedAt });
}

/** The grants from now on: exactly what the team says now. */
function takeGrants(directory: string, { grants = [], ended = [] }: Manifest): void {
  const file = join(directory, grantsName);
  if (grants.length === 0 && ended.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  const rules = policyKinds.flatMap((kind) => {
    const at = policyPath(directory, kind);
    const policy = readText(at);
    return 'text' in policy ? teamRules(policy.text, at) : [];
  });
  const here = grants
    .filter((grant) => readTeamGrant(grant) !== undefined)
    .map((grant) => ({ ...grant, answers: answersHere(grant.answers, rules) }));
  const text = JSON.stringify([...here, ...ended.map((id) => ({ ended: id }))]);
  const before = readText(file);
  if (!('text' in before) || before.text !== text) replaceFile(file, { text, mode: 0o600 });
}
