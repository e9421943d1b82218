/** Milliseconds on a clock that never goes back. Not `performance`: Node loads a whole module on first use. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
