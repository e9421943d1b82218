import { Problem } from '../route/problem.ts';

/**
 * Throws where rows are not those that somebody saw before they changed them: of two admins who add something at once the
 * second one looks again, and nobody's change is undone unseen. The order says nothing.
 */
export function requireSame<T extends object>(seen: readonly T[], now: readonly T[]): void {
  const names = (rows: readonly T[]): string => JSON.stringify(rows.map(rowName).toSorted());
  if (names(seen) !== names(now))
    throw new Problem(409, 'someone else changed this in the meantime; reload and try again', {
      code: 'changed',
    });
}

/**
 * What somebody asked for and a second person confirms days later, as rows before and after: what comes and goes by it is what
 * both have seen. What others changed meanwhile stays.
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
