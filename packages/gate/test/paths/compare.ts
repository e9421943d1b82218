import { rmSync } from 'node:fs';
import { realPath } from '@permesso/engine/facts';
import { readWorld } from '../../src/world/read-world.ts';
import { canonicalMissing, kernelPath, kernelPathByName, loop } from '../../../engine/test/paths/kernel.ts';
import { type RandomTree, growTree } from '../../../engine/test/paths/random-tree.ts';

export interface Comparison {
  readonly trees: number;
  readonly existing: number;
  readonly missing: number;
  readonly loops: number;
  /** Missing for the kernel, and a loop behind the missing name. */
  readonly loopsBeyond: number;
  readonly differences: readonly string[];
}

const questionsPerTree = 12;

/** Our resolution beside the kernel's on random trees, numbered from `first`. */
export function compareTrees(options: { first: number; trees: number }): Comparison {
  const counts = { existing: 0, missing: 0, loops: 0, loopsBeyond: 0 };
  const differences: string[] = [];
  const open: { path: string; ours: string }[] = [];
  const grown: RandomTree[] = [];
  try {
    for (let seed = options.first; seed < options.first + options.trees; seed += 1) {
      const tree = growTree(seed, questionsPerTree);
      grown.push(tree);
      const world = readWorld({ root: tree.root });
      for (const path of tree.questions) {
        const real = realPath(path, world);
        const ours =
          typeof real === 'string' ? real : real.unknown === 'a loop of links' ? loop : real.unknown;
        const kernel = kernelPath(path);
        if (kernel === undefined && typeof real === 'string') {
          open.push({ path, ours: real });
          continue;
        }
        const expected = kernel ?? kernelPathByName(path);
        counts[kernel === undefined ? 'loopsBeyond' : kernel === loop ? 'loops' : 'existing'] += 1;
        if (expected !== ours) differences.push(`seed ${seed}: ${path}: kernel ${expected}, ours ${ours}`);
      }
    }
    counts.missing = open.length;
    const answers = canonicalMissing(open.map(({ path }) => path));
    for (const [index, { path, ours }] of open.entries()) {
      if (answers[index] !== ours) differences.push(`${path}: readlink -m ${answers[index]}, ours ${ours}`);
    }
  } finally {
    for (const { root } of grown) rmSync(root, { recursive: true, force: true, maxRetries: 20 });
  }
  return { trees: options.trees, ...counts, differences };
}
