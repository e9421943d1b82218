import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeFreeze, writeFreeze } from '../world/policy-freeze.ts';
import { replaceFile } from '../world/replace-file.ts';
import { readText } from '../world/read-text.ts';
import { freezeFor, policyFor, readManifest, readPolicyText, type Manifest } from './bundle.ts';
import { examinePolicy } from './examine-policy.ts';
import type { Membership } from './membership.ts';
import { askOpenly } from './server-request.ts';

/** What a look at the server brought. */
export type Synced =
  | { readonly is: 'same' | 'new'; readonly manifest: Manifest }
  /** Something came that is not believed: the last good policy stays. */
  | { readonly is: 'refused'; readonly why: string };

const manifestName = 'manifest.json';
const policyName = 'policy.yaml';

/** The last good manifest; nothing when there was none, or when somebody changed it. */
export function lastManifest(directory: string, membership: Membership): Manifest | undefined {
  const read = readText(join(directory, manifestName));
  if (!('text' in read)) return undefined;
  const manifest = readManifest(read.text, { ...expectedBy(membership), serial: 0 });
  return manifest.ok ? manifest.value : undefined;
}

function expectedBy({ organisationKey, organisation, project }: Membership): {
  readonly publicKey: Buffer;
  readonly organisation: string;
  readonly project: string;
} {
  return { publicKey: organisationKey, organisation, project };
}

/**
 * Fetches what the team says now. Only what is signed, not older and can be decided with replaces the last good one;
 * the policy is written before the manifest that names it, so a kill in between leaves the old name for the new text
 * at worst, and the next look mends it.
 */
export async function syncTeam(directory: string, membership: Membership): Promise<Synced> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const known = lastManifest(directory, membership);
  const headers = known === undefined ? {} : { 'if-none-match': `"${known.serial}"` };
  const reply = await askOpenly(membership.url, { path: `/v1/bundles/${membership.channel}`, headers });
  if (reply.status === 304 && known !== undefined) {
    // Whoever removed or changed a file of ours has it back with the next look.
    const mended = await takePolicy(directory, membership, known);
    return mended ?? { is: 'same', manifest: known };
  }
  if (reply.status !== 200) return { is: 'refused', why: `the server answered ${reply.status}` };
  const read = readManifest(reply.text, { ...expectedBy(membership), serial: known?.serial ?? 0 });
  if (!read.ok) return { is: 'refused', why: read.why };
  const problem = await takePolicy(directory, membership, read.value);
  if (problem !== undefined) return problem;
  replaceFile(join(directory, manifestName), { text: reply.text, mode: 0o600 });
  return { is: 'new', manifest: read.value };
}

/** A freeze counts at once, also where the policy that came with it is refused. */
async function takePolicy(
  directory: string,
  membership: Membership,
  manifest: Manifest,
): Promise<Extract<Synced, { is: 'refused' }> | undefined> {
  const frozen = freezeFor(manifest, membership.agent);
  if (frozen === undefined) removeFreeze({ state: directory });
  else writeFreeze({ state: directory }, { reason: `by the team: ${frozen}`, since: manifest.issuedAt });
  const wanted = policyFor(manifest, membership.agent);
  const file = join(directory, policyName);
  if (wanted === undefined) {
    rmSync(file, { force: true });
    return undefined;
  }
  const here = readText(file);
  if ('text' in here && readPolicyText(here.text, wanted).ok) return undefined;
  const path = `/v1/bundles/${membership.channel}/policies/${wanted.digest}`;
  const reply = await askOpenly(membership.url, { path });
  if (reply.status !== 200) return { is: 'refused', why: `the policy was answered with ${reply.status}` };
  const text = readPolicyText(reply.text, wanted);
  if (!text.ok) return { is: 'refused', why: text.why };
  const { policy, problems } = examinePolicy(text.value);
  if (policy === undefined || policy.rules.length === 0)
    return { is: 'refused', why: problems[0] ?? 'it has no rules' };
  replaceFile(file, { text: text.value, mode: 0o600 });
  return undefined;
}
