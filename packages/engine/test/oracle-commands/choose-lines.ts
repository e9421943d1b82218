import type { World } from '../../src/world/world.ts';
import type { Random } from '../fuzz-shell/random.ts';
import { claimOf } from './contradict.ts';
import { combinations, effectLines, examplesOf, printing, rowsOf, singles } from './lines.ts';

export interface Choosing {
  readonly world: World;
  readonly random: Random;
  /** How many lines at most for one program. */
  readonly most: number;
  /** Leaves out what every run begins with, for a second run that adds to a first. */
  readonly combinationsOnly?: boolean;
}

/** Examples and single options of every row first; then combinations, those that claim to read before those that act. */
export function* chooseLines(
  program: string,
  { world, random, most, combinationsOnly = false }: Choosing,
): Generator<string> {
  const rows = rowsOf(program);
  const isClaimed = (line: string): boolean => claimOf(line, world).says !== 'acts';
  const examples = rows.flatMap((at) => examplesOf(at).filter((text) => text.split(' ')[0] === program));
  const options = new Map(rows.flatMap(singles).map((line) => [line, isClaimed(line)]));
  const quiet = [...options].filter(([, claimed]) => claimed).map(([line]) => line);
  const acting = [...options].filter(([, claimed]) => !claimed).map(([line]) => line);
  const seen = new Set<string>();
  for (const line of [
    // What is said to print comes first: it is where programs load code that nobody expects.
    ...rows.filter(({ words }) => words.length === 1).flatMap(printing),
    ...sample(examples, { random, most }),
    ...sample(effectLines(program), { random, most: Math.ceil(most / 4) }),
    ...sample(quiet, { random, most }),
    ...sample(acting, { random, most: Math.floor(most / 4) }),
  ]) {
    if (seen.has(line) || seen.size >= most) continue;
    seen.add(line);
    if (!combinationsOnly) yield line;
  }
  const all = combinationsOnly ? seen.size + most : most;
  const endless = rows.map((at) => combinations(at, random));
  for (let tries = 0; seen.size < all && tries < most * 6 && endless.length > 0; tries += 1) {
    const line = random.pick(endless).next().value as string;
    if (seen.has(line) || (!isClaimed(line) && !random.chance(0.1))) continue;
    seen.add(line);
    yield line;
  }
}

function sample(
  all: readonly string[],
  { random, most }: { readonly random: Random; readonly most: number },
): readonly string[] {
  if (all.length <= most) return all;
  return all
    .map((line) => [random.below(1_000_000), line] as const)
    .toSorted((a, b) => a[0] - b[0])
    .slice(0, most)
    .map(([, line]) => line);
}
