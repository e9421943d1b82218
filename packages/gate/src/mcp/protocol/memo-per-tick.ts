/**
 * The same answer to everybody who asks in one turn of the event loop: calls that arrive together are decided by one
 * look at the disk. The next turn looks again.
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
