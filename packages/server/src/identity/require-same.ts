import { Problem } from '../route/problem.ts';

/**
 * Throws where rows are not those that somebody saw before they changed them: of two admins who add something at once the
 * second one looks again, and nobody's change is undone unseen. The order says nothing.
 */
export function requireSame<T extends object>(seen: readonly T[], now: readonly T[]): void {
  const fields = Object.keys({ ...seen[0], ...now[0] }).toSorted();
  const names = (rows: readonly T[]): string =>
    JSON.stringify(rows.map((row) => JSON.stringify(row, fields)).toSorted());
  if (names(seen) !== names(now))
    throw new Problem(409, 'somebody else has changed this meanwhile; look again', { code: 'changed' });
}
