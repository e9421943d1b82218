import { readFileSync } from 'node:fs';
import { type DifferenceId, DIFFERENCES, type Shell } from '@permesso/engine/facts';

/** What a row of the engine means, and lines that act in such a shell: they make PWN, remove b, or print SECRET. */
interface ProvenDifference {
  /** What those shells make of it. */
  readonly meaning: string;
  /** `doubt`: a line with it is not understood. `reads`: the line is read once more, as they read it. */
  readonly does: 'doubt' | 'reads';
  readonly examples: readonly [DifferenceExample, ...DifferenceExample[]];
}

export interface DifferenceExample {
  readonly shell: Shell;
  readonly line: string;
  /** The line is read under bypass with this rule, else in the default mode without any. */
  readonly deny?: string;
}

const proven = JSON.parse(readFileSync(new URL('differences.json', import.meta.url), 'utf8')) as Readonly<
  Record<DifferenceId, ProvenDifference>
>;

export interface DifferenceRow extends ProvenDifference {
  readonly id: DifferenceId;
  readonly row: { readonly construct: string; shells: readonly Shell[] };
}

/** Every row of the engine with what proves it. */
export const differenceRows: readonly DifferenceRow[] = (Object.keys(DIFFERENCES) as DifferenceId[]).map(
  (id) => ({ id, row: DIFFERENCES[id], ...proven[id] }),
);
