import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Manifest,
  policyFor,
  type PolicyReference,
  readPolicyText,
  type Result,
} from '@permesso/protocol/bundle';
import { policyKinds, policyPath, saidAbout, type PolicyKind } from '../disk/held-bundle.ts';
import { readText } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { examinePolicy } from './examine-policy.ts';
import type { Membership } from '../disk/membership.ts';
import { askOpenly } from './server-request.ts';

const candidateNames: Readonly<Record<PolicyKind, string>> = {
  baseline: 'baseline-candidate.yaml',
  project: 'candidate.yaml',
};

/** Why the policies in a manifest were rejected; undefined if they are stored now. */
export type TakenPolicies = { readonly why: string } | undefined;

/** Both or neither: the texts are fetched and checked before the first of them is written. */
export async function takePolicies(
  directory: string,
  membership: Membership,
  manifest: Manifest,
): Promise<TakenPolicies> {
  const writes: (() => void)[] = [];
  for (const kind of policyKinds) {
    const file = policyPath(directory, kind);
    const wanted = policyFor(saidAbout(kind, manifest), membership.agent);
    if (wanted === undefined) {
      writes.push(() => rmSync(file, { force: true }));
      continue;
    }
    const text = await policyTextOf(wanted, file, membership);
    if (text === undefined) continue;
    if (!text.ok) return { why: kind === 'project' ? text.why : `the organisation's baseline: ${text.why}` };
    writes.push(() => replaceFile(file, { text: text.value, mode: 0o600 }));
  }
  for (const write of writes) write();
  return undefined;
}

/** Versions to evaluate beside the active ones. One that cannot be fetched or used is not counted. */
export async function takeCandidates(
  directory: string,
  membership: Membership,
  manifest: Manifest,
): Promise<void> {
  for (const kind of policyKinds) {
    const { candidate } = saidAbout(kind, manifest);
    const file = join(directory, candidateNames[kind]);
    if (candidate?.stage !== 'report') {
      rmSync(file, { force: true });
      continue;
    }
    const text = await policyTextOf(candidate, file, membership);
    if (text?.ok === true) replaceFile(file, { text: text.value, mode: 0o600 });
  }
}

/** The shadow version, if it is here. */
export function candidateText(
  directory: string,
  kind: PolicyKind,
  candidate: PolicyReference,
): string | undefined {
  const read = readText(join(directory, candidateNames[kind]));
  if (!('text' in read)) return undefined;
  const text = readPolicyText(read.text, candidate);
  return text.ok ? text.value : undefined;
}

/** Undefined if the file already holds it. */
async function policyTextOf(
  wanted: PolicyReference,
  file: string,
  { url, channel }: Membership,
): Promise<Result<string> | undefined> {
  const here = readText(file);
  if ('text' in here && readPolicyText(here.text, wanted).ok) return undefined;
  const reply = await askOpenly(url, { path: `/v1/bundles/${channel}/policies/${wanted.digest}` });
  if (reply.status !== 200) return { ok: false, why: `the policy was answered with ${reply.status}` };
  const text = readPolicyText(reply.text, wanted);
  if (!text.ok) return text;
  const { policy, problems } = examinePolicy(text.value);
  if (policy === undefined || policy.rules.length === 0)
    return { ok: false, why: problems[0] ?? 'it has no rules' };
  return text;
}
