import { addDoubt, type Unit } from '../state/unit.ts';
import { DIFFERENCES, type DifferenceId } from './differences.ts';
import type { Shell } from './shell-set.ts';

/** Whether a shell that may run the text reads this differently from bash. Bash never does. */
export function differs({ reading: { shells } }: Unit, id: DifferenceId): boolean {
  if (shells.length === 1 && shells[0] === 'bash') return false;
  const row: readonly Shell[] = DIFFERENCES[id].shells;
  return shells.some((shell) => row.includes(shell));
}

/** Notes that the construct occurs: if a shell reads it differently, the text is not understood. */
export function doubtDifference(unit: Unit, id: DifferenceId, at?: number): void {
  if (!differs(unit, id)) return;
  const { construct, shells } = DIFFERENCES[id];
  const named = unit.reading.shells.filter((shell) => shells.includes(shell));
  addDoubt(unit, `${construct}, which ${named.join(' and ')} would read otherwise`, at);
}

/**
 * Whether this reading treats the construct as the row describes. It follows the first of its shells; those that differ from it
 * get a reading of their own.
 */
export function readsOtherwise(unit: Unit, id: DifferenceId): boolean {
  if (!differs(unit, id)) return false;
  const { reading } = unit;
  const row: readonly Shell[] = DIFFERENCES[id].shells;
  const [first, ...rest] = reading.shells;
  const otherwise = row.includes(first);
  for (const shell of rest) if (row.includes(shell) !== otherwise) reading.others.add(shell);
  reading.shells = [first, ...rest.filter((shell) => row.includes(shell) === otherwise)];
  return otherwise;
}
