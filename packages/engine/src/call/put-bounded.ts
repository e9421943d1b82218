/** Puts an entry into a map that holds at most so many: the oldest goes, so that nobody can fill the memory. */
export function putBounded<K, V>(
  map: Map<K, V>,
  [key, value]: readonly [key: K, value: V],
  most: number,
): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
