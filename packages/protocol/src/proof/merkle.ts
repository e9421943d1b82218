import { createHash } from 'node:crypto';

/** A Merkle tree over a log as in RFC 6962: proofs are verified against a checkpoint, without the log. */
export type Hash = Buffer;

/** Leaves and nodes have different first bytes, so that no node can be passed off as a leaf. */
export function leafHash(data: string | Uint8Array): Hash {
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(data)
    .digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(left)
    .update(right)
    .digest();
}

/** The root of an empty tree: SHA-256 of nothing. */
export function emptyRoot(): Hash {
  return Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex');
}

export interface InclusionClaim {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the leaf is at that index of the tree with that root. */
export function isIncluded({ leaf, index, size, proof, root }: InclusionClaim): boolean {
  if (!isPlace(index) || !isPlace(size) || index >= size) return false;
  let [at, last] = [index, size - 1];
  let hash: Uint8Array = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

export interface ConsistencyClaim {
  readonly from: Sized;
  readonly to: Sized;
  readonly proof: readonly Uint8Array[];
}

interface Sized {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the later tree begins with the earlier one: nothing was removed, changed or inserted. */
export function isConsistent({ from, to, proof }: ConsistencyClaim): boolean {
  if (!isPlace(from.size) || !isPlace(to.size) || from.size > to.size) return false;
  if (from.size === to.size) return proof.length === 0 && isSame(from.root, to.root);
  if (from.size === 0) return proof.length === 0;
  return growsInto(from, to, isPowerOfTwo(from.size) ? [from.root, ...proof] : proof);
}

/** Walks up from the last leaf of the earlier tree: the path yields its root and, with the new hashes, the later one. */
function growsInto(from: Sized, to: Sized, [first, ...rest]: readonly Uint8Array[]): boolean {
  if (first === undefined) return false;
  let [at, last] = [from.size - 1, to.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else newer = nodeHash(newer, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(older, from.root) && isSame(newer, to.root);
}

/** One node of the tree: `level` 0 are the leaves, and each level has half as many nodes as the one below. */
export interface TreePlace {
  readonly level: number;
  readonly index: number;
}

/** Splits a run of leaves into complete nodes, from left to right. `start` must fit the length. */
export function piecesOf(start: number, length: number): readonly TreePlace[] {
  const pieces: TreePlace[] = [];
  let [at, left] = [start, length];
  while (left > 0) {
    const level = Math.floor(Math.log2(left));
    const width = 2 ** level;
    pieces.push({ level, index: at / width });
    at += width;
    left -= width;
  }
  return pieces;
}

/** Each element of a proof, as the run of leaves under it. */
export interface Run {
  readonly start: number;
  readonly length: number;
}

export function inclusionRuns(index: number, size: number): readonly Run[] {
  const runs: Run[] = [];
  let [start, length] = [0, size];
  while (length > 1) {
    const k = split(length);
    if (index < start + k) {
      runs.unshift({ start: start + k, length: length - k });
      length = k;
    } else {
      runs.unshift({ start, length: k });
      start += k;
      length -= k;
    }
  }
  return runs;
}

export function consistencyRuns(from: number, to: number): readonly Run[] {
  if (from <= 0 || from >= to) return [];
  const runs: Run[] = [];
  let [start, length, old, isWhole] = [0, to, from, true];
  while (old !== length) {
    const k = split(length);
    if (old <= k) {
      runs.unshift({ start: start + k, length: length - k });
      length = k;
    } else {
      runs.unshift({ start, length: k });
      start += k;
      length -= k;
      old -= k;
      isWhole = false;
    }
  }
  return isWhole ? runs : [{ start, length }, ...runs];
}

/** The hash of a run from the hashes of its pieces. */
export function joinPieces(hashes: readonly Uint8Array[]): Uint8Array {
  const [last, ...before] = hashes.toReversed();
  if (last === undefined) return emptyRoot();
  let joined: Uint8Array = last;
  for (const hash of before) joined = nodeHash(hash, joined);
  return joined;
}

/** The largest smaller power of two. */
function split(length: number): number {
  let k = 1;
  while (k * 2 < length) k *= 2;
  return k;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isPowerOfTwo(value: number): boolean {
  return split(value + 1) === value;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
