import { parseJson } from '@permesso/engine/call';
import { createHash, type KeyObject } from 'node:crypto';
import type { TeamGrant } from './team-grant.ts';
import { sha256 } from '../entry/chain.ts';
import { isSigned, signText } from './ed25519.ts';
import { followKeys, type KeySuccession } from './key-succession.ts';

/** What the agents of a project should decide with at one moment. Small: policies are fetched by hash. */
export interface Manifest {
  readonly v: 1;
  readonly organisation: string;
  readonly project: string;
  /** Increases with every change. An agent never accepts a lower one. */
  readonly serial: number;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly policy?: PolicyReference;
  readonly candidate?: Candidate;
  /** The organisation's baseline, enforced in every project in addition to the project's policy. */
  readonly baseline?: Baseline;
  /** Why all calls are denied: for everyone, or for single agents by id. */
  readonly frozen?: string;
  readonly frozenAgents: readonly { readonly agent: string; readonly reason: string }[];
  /** Grants by people of the team to all of its agents. Their answers name the rules of the team's policy by portable keys. */
  readonly grants?: readonly TeamGrant[];
  /** Lasting answers of the team that were revoked, by id. */
  readonly ended?: readonly string[];
  /** Texts of ask rules that need the team's own approval; `*` for every ask. */
  readonly approvalRules?: readonly string[];
  /** When the server's database was last restored from a backup: agents resend what they sent after the backup. */
  readonly restoredAt?: string;
  /** Hours after `issuedAt` for which the manifest is valid. */
  readonly validHours?: number;
  /** How often to poll for a newer one. */
  readonly pollSeconds: number;
}

/** A version that is being rolled out. */
export interface Candidate extends PolicyReference {
  /**
   * `report`: evaluated alongside the policy and counted, enforced on no machine. `share`: enforced on this percentage of
   * agents.
   */
  readonly stage: 'report' | 'share';
  readonly share: number;
}

/** Without a `policy` if the organisation has published none: an agent that has seen one rejects a manifest without it. */
export interface Baseline {
  /** Increases with every change of the baseline, in the manifests of all projects alike. */
  readonly serial: number;
  readonly policy?: PolicyReference;
  readonly candidate?: Candidate;
}

export interface PolicyReference {
  readonly version: number;
  /** SHA-256 of the policy's text, in hexadecimal. */
  readonly digest: string;
}

const purpose = 'permesso-manifest-v1';

/** The manifest as text with a signature over exactly that text, so that it can be verified without re-encoding. */
export function signManifest(
  manifest: Manifest,
  key: KeyObject,
  keys: readonly KeySuccession[] = [],
): string {
  const text = JSON.stringify(manifest);
  const signature = signText(text, purpose, key);
  return JSON.stringify({ manifest: text, signature, ...(keys.length === 0 ? {} : { keys }) });
}

export interface Expected {
  /** The organisation's key, as pinned at enrolment. */
  readonly publicKey: Uint8Array;
  readonly organisation: string;
  readonly project: string;
  /** The serial of the last valid manifest; 0 before the first. */
  readonly serial: number;
  /** The serial of the last valid baseline; 0 before the first. */
  readonly baseline: number;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** The key that must have signed a manifest: the pinned key, or its successor. */
export function manifestKey(
  text: string,
  expected: Pick<Expected, 'publicKey' | 'organisation'>,
): Uint8Array {
  return followKeys(parseObject(text)?.['keys'], expected);
}

/** Reads a manifest. One that is unsigned, for another project or older than the known one is treated as if nothing had arrived. */
export function readManifest(text: string, expected: Expected): Result<Manifest> {
  const envelope = parseObject(text);
  const { manifest: inner, signature } = envelope ?? {};
  if (typeof inner !== 'string' || typeof signature !== 'string') return refused('it is not signed');
  if (!isSigned(inner, purpose, { signature, publicKey: manifestKey(text, expected) }))
    return refused("its signature is not the organisation's");
  const manifest = parseObject(inner);
  if (manifest === undefined || !isManifest(manifest)) return refused('not a manifest of this version');
  if (manifest.organisation !== expected.organisation || manifest.project !== expected.project)
    return refused('it is for another project');
  if (manifest.serial < expected.serial)
    return refused(`it is older than the last one: ${manifest.serial} after ${expected.serial}`);
  const { baseline } = manifest;
  if (baseline === undefined && expected.baseline > 0)
    return refused("the organisation's baseline is missing in it");
  if (baseline !== undefined && baseline.serial < expected.baseline)
    return refused(
      `the baseline in it is older than the last one: ${baseline.serial} after ${expected.baseline}`,
    );
  return { ok: true, value: manifest };
}

/** Whether a text is the policy that a manifest names. An empty one would erase every deny, so it is rejected. */
export function readPolicyText(text: string, { digest }: PolicyReference): Result<string> {
  if (sha256(text) !== digest) return refused('it is not the policy that the manifest names');
  return text.trim() === '' ? refused('it is empty') : { ok: true, value: text };
}

/** Which policy an agent enforces. The same agent always gets the same answer for one version. */
export function policyFor(
  { policy, candidate }: Pick<Manifest, 'policy' | 'candidate'>,
  agent: string,
): PolicyReference | undefined {
  if (candidate?.stage === 'share' && rolloutBucket(agent, candidate.digest) < candidate.share)
    return candidate;
  return policy;
}

/** Which version of the organisation's baseline an agent enforces in addition. */
export function baselineFor({ baseline }: Manifest, agent: string): PolicyReference | undefined {
  return baseline === undefined ? undefined : policyFor(baseline, agent);
}

/** 0 to 99, by agent and version, so that different agents go first each time. */
function rolloutBucket(agent: string, digest: string): number {
  return createHash('sha256').update(`${digest} ${agent}`).digest().readUInt32BE(0) % 100;
}

export function freezeFor(manifest: Manifest, agent: string): string | undefined {
  return manifest.frozen ?? manifest.frozenAgents.find((each) => each.agent === agent)?.reason;
}

function refused(why: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why };
}

type Plain = Readonly<Record<string, unknown>>;

function parseObject(text: string): Plain | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isManifest(value: Plain): value is Plain & Manifest {
  const { v, organisation, project, serial, baseline, frozen, frozenAgents, pollSeconds } = value;
  return (
    v === 1 &&
    typeof organisation === 'string' &&
    typeof project === 'string' &&
    Number.isSafeInteger(serial) &&
    arePolicies(value) &&
    (baseline === undefined || isBaseline(baseline)) &&
    (frozen === undefined || typeof frozen === 'string') &&
    isFrozenList(frozenAgents) &&
    areListsAndLimits(value) &&
    typeof pollSeconds === 'number' &&
    pollSeconds >= 1
  );
}

function arePolicies({ policy, candidate }: Plain): boolean {
  return (policy === undefined || isReference(policy)) && (candidate === undefined || isCandidate(candidate));
}

function isBaseline(value: unknown): boolean {
  return isObject(value) && Number.isSafeInteger(value['serial']) && arePolicies(value);
}

function areListsAndLimits({ grants, approvalRules, restoredAt, send, validHours }: Plain): boolean {
  const areTexts =
    approvalRules === undefined ||
    (Array.isArray(approvalRules) && approvalRules.every((each) => typeof each === 'string'));
  return (
    areTexts &&
    (restoredAt === undefined || typeof restoredAt === 'string') &&
    (send === undefined || typeof send === 'string') &&
    // An invalid grant is ignored later; it must not discard a freeze with it.
    (grants === undefined || Array.isArray(grants)) &&
    (validHours === undefined || (typeof validHours === 'number' && validHours > 0))
  );
}

function isFrozenList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (each) => isObject(each) && typeof each['agent'] === 'string' && typeof each['reason'] === 'string',
    )
  );
}

function isReference(value: unknown): boolean {
  return (
    isObject(value) && Number.isSafeInteger(value['version']) && /^[\da-f]{64}$/.test(String(value['digest']))
  );
}

function isCandidate(value: unknown): boolean {
  return (
    isReference(value) &&
    isObject(value) &&
    (value['stage'] === 'report' || value['stage'] === 'share') &&
    typeof value['share'] === 'number'
  );
}
