import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from '../bundle/ed25519.ts';
import { isConsistent, isIncluded, leafHash } from './merkle.ts';

/** An organisation's log at one moment, signed: anyone with a copy can tell whether the log was changed later. */
export interface Checkpoint {
  readonly organisation: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
  readonly at: string;
  readonly signature: string;
}

/** A run of an agent's entries as received, and the leaf that it became. */
export interface BatchProof {
  readonly leaf: number;
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  /** The hash before the first entry, and that of the last: the chain binds the entries between them. */
  readonly prev: string;
  readonly hash: string;
  readonly proof: readonly string[];
}

/** What an agent, or anyone else, needs to verify the log without the server. */
export interface Evidence {
  readonly checkpoint: Checkpoint;
  readonly batches: readonly BatchProof[];
  /** From an earlier checkpoint that the verifier kept. */
  readonly consistency?: { readonly from: Checkpoint; readonly proof: readonly string[] };
}

const purpose = 'permesso-checkpoint-v1';

export type PublicKeys = Uint8Array | readonly Uint8Array[];

export function signCheckpoint(checkpoint: Omit<Checkpoint, 'signature'>, key: KeyObject): Checkpoint {
  return { ...checkpoint, signature: signText(checkpointText(checkpoint), purpose, key) };
}

/** Verifies against the organisation's current and former keys. */
export function isCheckpoint(checkpoint: Checkpoint, keys: PublicKeys): boolean {
  const { signature } = checkpoint;
  const text = checkpointText(checkpoint);
  return [keys].flat().some((publicKey) => isSigned(text, purpose, { signature, publicKey }));
}

function checkpointText({ organisation, size, root, at }: Omit<Checkpoint, 'signature'>): string {
  return [organisation, size, root, at].join('\n');
}

export function batchLeaf({ agent, first, last, prev, hash }: Omit<BatchProof, 'leaf' | 'proof'>): Buffer {
  return leafHash([agent, first, last, prev, hash].join('\n'));
}

/** Everything wrong with the evidence, one sentence each; empty if it is valid. */
export function evidenceProblems(evidence: Evidence, publicKey: PublicKeys): readonly string[] {
  const { checkpoint, batches, consistency } = evidence;
  if (!isCheckpoint(checkpoint, publicKey)) return ["the checkpoint is not signed by the organisation's key"];
  const root = Buffer.from(checkpoint.root, 'hex');
  const problems = batches
    .filter(
      (batch) =>
        !isBatchProof(batch) ||
        !isIncluded({
          leaf: batchLeaf(batch),
          index: batch.leaf,
          size: checkpoint.size,
          proof: batch.proof.map((hash) => Buffer.from(hash, 'hex')),
          root,
        }),
    )
    .map(({ first, last }) => `entries ${first} to ${last} are not in the log of the checkpoint`);
  if (consistency !== undefined && !continues(consistency, evidence, publicKey))
    problems.push('the log is not a continuation of the earlier checkpoint');
  return problems;
}

/** A line break in a field would let one leaf be read as two different batches. */
function isBatchProof({ agent, first, last, prev, hash }: BatchProof): boolean {
  return (
    /^[\da-f-]{36}$/.test(agent) &&
    [prev, hash].every((each) => /^[\da-f]{64}$/.test(each)) &&
    [first, last].every((each) => Number.isSafeInteger(each) && each > 0)
  );
}

function continues(
  { from, proof }: NonNullable<Evidence['consistency']>,
  { checkpoint }: Evidence,
  publicKey: PublicKeys,
): boolean {
  return (
    isCheckpoint(from, publicKey) &&
    isConsistent({
      from: { size: from.size, root: Buffer.from(from.root, 'hex') },
      to: { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'hex') },
      proof: proof.map((hash) => Buffer.from(hash, 'hex')),
    })
  );
}
