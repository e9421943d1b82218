import { joinPieces, nodeHash, piecesOf, type Run, type TreePlace } from '@permesso/protocol/proof';
import { queries, type Connection } from '../database/query.ts';

const loadNodes = queries(import.meta.dirname)<
  TreeNode,
  { levels: readonly number[]; indexes: readonly number[] }
>('load-nodes.sql');

export interface TreeNode extends TreePlace {
  readonly hash: Buffer;
}

/** The nodes that new leaves complete. `frontier`: the complete nodes at the right edge of the tree so far. */
export function grow(
  frontier: readonly TreeNode[],
  leaves: readonly Buffer[],
  size: number,
): readonly TreeNode[] {
  const known = new Map(frontier.map((node) => [keyOf(node), node.hash]));
  const made: TreeNode[] = [];
  for (const [offset, leaf] of leaves.entries()) {
    let node: TreeNode = { level: 0, index: size + offset, hash: leaf };
    for (;;) {
      made.push(node);
      known.set(keyOf(node), node.hash);
      if (node.index % 2 === 0) break;
      const left = known.get(keyOf({ level: node.level, index: node.index - 1 }));
      if (left === undefined) throw new Error('the tree has a hole');
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left, node.hash) };
    }
  }
  return made;
}

/** The hashes of runs of leaves that proofs need, in one query. */
export async function hashesOf(on: Connection, runs: readonly Run[]): Promise<readonly Uint8Array[]> {
  const places = runs.map(({ start, length }) => piecesOf(start, length));
  const all = places.flat();
  const rows = await loadNodes(on, {
    levels: all.map(({ level }) => level),
    indexes: all.map(({ index }) => index),
  });
  const found = new Map(rows.map((node) => [keyOf(node), node.hash]));
  return places.map((pieces) =>
    joinPieces(
      pieces.map((place) => {
        const hash = found.get(keyOf(place));
        if (hash === undefined) throw new Error('the tree has a hole');
        return hash;
      }),
    ),
  );
}

export async function frontierOf(on: Connection, size: number): Promise<readonly TreeNode[]> {
  const pieces = piecesOf(0, size);
  return await loadNodes(on, {
    levels: pieces.map(({ level }) => level),
    indexes: pieces.map(({ index }) => index),
  });
}

function keyOf({ level, index }: TreePlace): string {
  return `${level}/${index}`;
}
