/** Milliseconds of a clock that never goes back. Not `performance`: Node loads a whole module for the first look at it. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
