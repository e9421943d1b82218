import { Problem } from '../route/problem.ts';

/**
 * Throws if rows differ from those that the person saw before changing them: of two admins who add something at once
 * the second has to look again, and no change is overwritten unseen. The order is ignored.
 */
export function requireSame<T extends object>(seen: readonly T[], now: readonly T[]): void {
  const names = (rows: readonly T[]): string => JSON.stringify(rows.map(rowName).toSorted());
  if (names(seen) !== names(now))
    throw new Problem(409, 'someone else changed this in the meantime; reload and try again', {
      code: 'changed',
    });
}

/**
 * For an act that is confirmed days after the request, as rows before and after: exactly the differences that both
 * people have seen are applied. Other people's changes in the meantime stay.
 */
export function changedRows<T extends object>(
  { before, after }: { readonly before: readonly T[]; readonly after: readonly T[] },
  now: readonly T[],
): readonly T[] {
  const without = (rows: readonly T[], others: readonly T[]): readonly T[] => {
    const known = new Set(others.map(rowName));
    return rows.filter((row) => !known.has(rowName(row)));
  };
  const kept = without(now, without(before, after));
  return [...kept, ...without(without(after, before), kept)];
}

function rowName(row: object): string {
  return JSON.stringify(row, Object.keys(row).toSorted());
}
