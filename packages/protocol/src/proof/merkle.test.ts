import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  consistencyRuns,
  emptyRoot,
  inclusionRuns,
  isConsistent,
  isIncluded,
  joinPieces,
  leafHash,
  nodeHash,
  piecesOf,
  type Hash,
  type Run,
} from './merkle.ts';

/** The definition of RFC 6962, word for word and slow. */
function rootOf(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot();
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

function leavesOf(size: number): readonly Hash[] {
  return Array.from({ length: size }, (_, index) => leafHash(`leaf ${index}`));
}

function hashesOf(leaves: readonly Hash[], runs: readonly Run[]): readonly Hash[] {
  return runs.map(({ start, length }) => rootOf(leaves.slice(start, start + length)));
}

test('known roots: of nothing, and of the first leaves of the RFC', () => {
  expect(emptyRoot().toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  expect(leafHash('').toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  );
});

describe('proofs', () => {
  test('of every leaf in every tree up to 40, and of every earlier tree', () => {
    for (let size = 1; size <= 40; size++) {
      const leaves = leavesOf(size);
      const root = rootOf(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = hashesOf(leaves, inclusionRuns(index, size));
        expect(isIncluded({ leaf, index, size, proof, root })).toBe(true);
      }
      for (let from = 0; from <= size; from++) {
        const earlier = { size: from, root: rootOf(leaves.slice(0, from)) };
        const proof = hashesOf(leaves, consistencyRuns(from, size));
        expect([from, size, isConsistent({ from: earlier, to: { size, root }, proof })]).toEqual([
          from,
          size,
          true,
        ]);
      }
    }
  });

  test('a run is the join of its pieces', () => {
    const leaves = leavesOf(70);
    for (let length = 1; length <= 70; length++) {
      const pieces = piecesOf(0, length).map(({ level, index }) =>
        rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
      );
      expect(joinPieces(pieces)).toEqual(rootOf(leaves.slice(0, length)));
    }
  });
});

describe('a forger', () => {
  const size = 23;
  const leaves = leavesOf(size);
  const root = rootOf(leaves);
  const other = leafHash('planted');

  test('cannot show a leaf that is not there, at another place, or with another path', () => {
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(size + 5), fc.nat(10), (index, place, cut) => {
        const proof = hashesOf(leaves, inclusionRuns(index, size));
        const leaf = leaves[index] ?? other;
        expect(isIncluded({ leaf: other, index, size, proof, root })).toBe(false);
        if (place !== index) expect(isIncluded({ leaf, index: place, size, proof, root })).toBe(false);
        if (cut < proof.length)
          expect(isIncluded({ leaf, index, size, proof: proof.slice(0, cut), root })).toBe(false);
        expect(isIncluded({ leaf, index, size, proof: [...proof, other], root })).toBe(false);
      }),
    );
  });

  test('cannot change what was, or leave something out', () => {
    for (let from = 1; from < size; from++) {
      const earlier = { size: from, root: rootOf(leaves.slice(0, from)) };
      const proof = hashesOf(leaves, consistencyRuns(from, size));
      const changed = leaves.with(from - 1, other);
      const later = { size, root: rootOf(changed) };
      expect(isConsistent({ from: earlier, to: later, proof })).toBe(false);
      expect(
        isConsistent({ from: earlier, to: later, proof: hashesOf(changed, consistencyRuns(from, size)) }),
      ).toBe(false);
      const shorter = [...leaves.slice(0, from - 1), ...leaves.slice(from)];
      const left = { size: size - 1, root: rootOf(shorter) };
      const path = hashesOf(shorter, consistencyRuns(Math.min(from, size - 2), size - 1));
      expect(isConsistent({ from: earlier, to: left, proof: path })).toBe(false);
    }
  });

  test.each([
    [{ index: -1 }],
    [{ index: 1.5 }],
    [{ size: 0 }],
    [{ index: Number.NaN }],
    [{ size: Number.POSITIVE_INFINITY }],
  ])('gains nothing from %j', (change) => {
    const proof = hashesOf(leaves, inclusionRuns(3, size));
    expect(isIncluded({ leaf: leaves[3] ?? other, index: 3, size, proof, root, ...change })).toBe(false);
  });
});
