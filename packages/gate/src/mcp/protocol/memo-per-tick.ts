/**
 * Returns the same answer to all callers in one turn of the event loop: calls that arrive together are decided after
 * one read of the disk. The next turn reads again.
 */
export function memoPerTick<T>(look: () => T): () => T {
  let seen: { readonly value: T } | undefined;
  return () => {
    if (seen === undefined) {
      seen = { value: look() };
      setImmediate(() => {
        seen = undefined;
      });
    }
    return seen.value;
  };
}
