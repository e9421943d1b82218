/** Adds an entry to a map of bounded size, evicting the oldest, so that an attacker cannot fill the memory. */
export function putBounded<K, V>(
  map: Map<K, V>,
  [key, value]: readonly [key: K, value: V],
  most: number,
): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
