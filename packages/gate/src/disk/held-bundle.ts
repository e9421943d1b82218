import { join } from 'node:path';
import { type Manifest, policyFor, readManifest, readPolicyText } from '@permesso/protocol/bundle';
import { readMembership, type Membership } from './membership.ts';
import { readText, recordInText } from './read-text.ts';
import { replaceFile } from './replace-file.ts';

/** What this machine holds from its team, as far as the team signed it: nothing else in the folder counts. */

/** The two policies that bind an agent: its project's, and its organization's baseline. */
export const policyKinds = ['baseline', 'project'] as const;

export type PolicyKind = (typeof policyKinds)[number];

/** The last manifest whose policies are here. */
export const manifestName = 'manifest.json';
/** The newest manifest ever accepted, with or without its policies. */
export const newestName = 'newest.json';
const serialsName = 'serials.json';

const names: Readonly<Record<PolicyKind, string>> = { baseline: 'baseline.yaml', project: 'policy.yaml' };

export function policyPath(directory: string, kind: PolicyKind): string {
  return join(directory, names[kind]);
}

/** A manifest's entry for one of the two. */
export function saidAbout(kind: PolicyKind, manifest: Manifest): Pick<Manifest, 'policy' | 'candidate'> {
  return kind === 'project' ? manifest : (manifest.baseline ?? {});
}

/** What a manifest must match on this machine. */
export function expectedBy({ organisationKey, organisation, project }: Membership): {
  readonly publicKey: Buffer;
  readonly organisation: string;
  readonly project: string;
} {
  return { publicKey: organisationKey, organisation, project };
}

/** The last good manifest; undefined if there is none, it was changed, or an older one was put in its place. */
export function lastManifest(directory: string, membership: Membership): Manifest | undefined {
  const manifest = manifestIn(join(directory, manifestName), membership);
  const { obeyed } = heldSerials(directory, membership) ?? {};
  // Without the file the last serial is unknown until the next sync.
  return manifest !== undefined && obeyed !== undefined && manifest.serial >= obeyed ? manifest : undefined;
}

export function newestManifest(directory: string, membership: Membership): Manifest | undefined {
  const known = lastManifest(directory, membership);
  const seen = manifestIn(join(directory, newestName), membership);
  return seen !== undefined && seen.serial >= (known?.serial ?? 0) ? seen : known;
}

function manifestIn(file: string, membership: Membership): Manifest | undefined {
  const read = readText(file);
  if (!('text' in read)) return undefined;
  const manifest = readManifest(read.text, { ...expectedBy(membership), serial: 0, baseline: 0 });
  return manifest.ok ? manifest.value : undefined;
}

/**
 * The serials that a team's manifests have reached on this machine. They never decrease, whatever the folder
 * contains.
 */
export interface HeldSerials {
  /** Of the newest manifest accepted. */
  readonly newest: number;
  readonly baseline: number;
  /** Of the last manifest that decided calls. */
  readonly obeyed: number;
}

/** Undefined if the file is missing, broken, or about another team. */
export function heldSerials(
  directory: string,
  { organisation, project }: Pick<Membership, 'organisation' | 'project'>,
): HeldSerials | undefined {
  const read = readText(join(directory, serialsName));
  const said = 'text' in read ? recordInText(read.text) : {};
  const { newest, baseline, obeyed } = said;
  if (said['organisation'] !== organisation || said['project'] !== project) return undefined;
  const isWhole = [newest, baseline, obeyed].every((each) => Number.isSafeInteger(each));
  return isWhole ? { newest: Number(newest), baseline: Number(baseline), obeyed: Number(obeyed) } : undefined;
}

/** Never lowers a serial. */
export function raiseSerials(
  directory: string,
  { organisation, project }: Pick<Membership, 'organisation' | 'project'>,
  to: Partial<HeldSerials>,
): void {
  const held = heldSerials(directory, { organisation, project });
  const highest = (name: keyof HeldSerials): number => Math.max(held?.[name] ?? 0, to[name] ?? 0);
  const raised = { newest: highest('newest'), baseline: highest('baseline'), obeyed: highest('obeyed') };
  const text = `${JSON.stringify({ organisation, project, ...raised })}\n`;
  replaceFile(join(directory, serialsName), { text, mode: 0o600 });
}

/** Whether a policy file is the one that this manifest lists for this agent. */
export function isHeld(
  kind: PolicyKind,
  manifest: Manifest,
  { directory, agent }: { readonly directory: string; readonly agent: string },
): boolean {
  const wanted = policyFor(saidAbout(kind, manifest), agent);
  const here = readText(policyPath(directory, kind));
  if (wanted === undefined) return 'missing' in here;
  return 'text' in here && readPolicyText(here.text, wanted).ok;
}

/** Whether the team signed the text of a policy in this folder for this machine. */
export function isSignedPolicy(directory: string, kind: PolicyKind): boolean {
  if ('missing' in readText(policyPath(directory, kind))) return false;
  const membership = readMembership(directory);
  if (membership === undefined) return false;
  const held = { directory, agent: membership.agent };
  // While a new policy is being written, its text is already the new one.
  return [lastManifest(directory, membership), newestManifest(directory, membership)].some(
    (manifest) => manifest !== undefined && isHeld(kind, manifest, held),
  );
}

/** What people of the team granted, according to the newest manifest on this machine. */
export function signedGrants(directory: string): NonNullable<Manifest['grants']> {
  const membership = readMembership(directory);
  return membership === undefined ? [] : (newestManifest(directory, membership)?.grants ?? []);
}

/** Why nothing can be decided here if a policy names this team; undefined if this machine has joined it. */
export function membershipProblem(directory: string, named: string): string | undefined {
  const membership = readMembership(directory);
  if (membership !== undefined && URL.canParse(named) && new URL(named).origin === membership.url)
    return undefined;
  return `a policy names the team ${named}, and this machine has not joined it; fix: permesso team join`;
}
