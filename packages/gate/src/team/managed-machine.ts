import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import { manifestKey } from '@permesso/protocol/bundle';
import { findPlaces, type PlaceOptions } from '../disk/policy-places.ts';
import { readText } from '../disk/read-text.ts';
import type { Membership } from '../disk/membership.ts';

/** The team that this machine's owner chose for all its users. Contains no secret: every user can read it. */
export interface ManagedMachine {
  /** Origin of the server. */
  readonly server: string;
  /** Absent until the first user of the machine has enrolled. */
  readonly organisation?: string;
  readonly project?: string;
  /** 32 bytes, base64url: only bundles signed with this key or its successors count. */
  readonly organisationKey?: string;
  /** The organization whose sign-in each user goes through; absent if a token enrolls them. */
  readonly signIn?: string;
}

/** Beside the managed policies, where only the machine's owner can write. */
function managedFile(options: PlaceOptions = {}): string {
  return join(dirname(findPlaces(options).managed), 'managed.json');
}

/**
 * Undefined if this machine is not managed. Throws if the file cannot be used: guessing would release the machine.
 */
export function managedMachine(options: PlaceOptions = {}): ManagedMachine | undefined {
  const file = managedFile(options);
  const read = readText(file);
  if ('missing' in read) return undefined;
  const said = 'text' in read ? machineIn(read.text) : undefined;
  if (said === undefined)
    throw new Error(
      `${file} cannot be used, so every call is denied; fix: as root, run permesso init --managed again`,
    );
  return said;
}

function machineIn(text: string): ManagedMachine | undefined {
  const value: unknown = parseJson(text);
  if (!isRecord(value) || typeof value['server'] !== 'string' || !URL.canParse(value['server']))
    return undefined;
  const texts = ['organisation', 'project', 'organisationKey', 'signIn'].map(
    (name) => [name, value[name]] as const,
  );
  if (texts.some(([, each]) => each !== undefined && typeof each !== 'string')) return undefined;
  return {
    server: new URL(value['server']).origin,
    ...Object.fromEntries(texts.filter(([, each]) => each !== undefined)),
  };
}

export interface HeldMembership {
  readonly directory: string;
  readonly membership: Membership | undefined;
}

/**
 * Why a user of a managed machine may not decide anything: users can replace what is in their home directory, so it
 * must belong to the team that the machine's owner chose.
 */
export function managedProblem(
  machine: ManagedMachine,
  { directory, membership }: HeldMembership,
): string | undefined {
  const fix = 'fix: as root, run permesso init --managed --enrol now';
  if (membership === undefined)
    return `this machine is managed by ${machine.server} and you are not enrolled there yet; ${
      machine.signIn === undefined ? fix : 'fix: sign in: run permesso team join in a terminal'
    }`;
  const differs = (['organisation', 'project'] as const).find(
    (name) => machine[name] !== undefined && machine[name] !== membership[name],
  );
  if (membership.url !== machine.server || differs !== undefined || !leadsTo(machine, directory, membership))
    return `this machine is managed by ${machine.server}, and your membership names another ${
      membership.url === machine.server ? (differs ?? 'signing key') : 'server'
    }; ${fix}`;
  return undefined;
}

/** The team's key may have successors: each is signed by its predecessor, in the manifest. */
function leadsTo({ organisationKey }: ManagedMachine, directory: string, membership: Membership): boolean {
  if (organisationKey === undefined) return true;
  const pinned = Buffer.from(organisationKey, 'base64url');
  if (pinned.equals(membership.organisationKey)) return true;
  return ['manifest.json', 'newest.json'].some((name) => {
    const read = readText(join(directory, name));
    if (!('text' in read)) return false;
    const { organisation } = membership;
    return membership.organisationKey.equals(manifestKey(read.text, { organisation, publicKey: pinned }));
  });
}
