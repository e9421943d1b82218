/** Agents are named with a trailing `*` as the only wildcard. */
export function includesAgent(outer: string, inner: string): boolean {
  if (!outer.endsWith('*')) return outer === inner;
  const start = inner.endsWith('*') ? inner.slice(0, -1) : inner;
  return start.startsWith(outer.slice(0, -1));
}

/** Why no agent is likely to have this name. */
export function oddAgent(name: string): string | undefined {
  if (name.trim() !== name) return `the blank around \`${name}\` belongs to the name`;
  if (name.slice(0, -1).includes('*')) return `only a star at the end of \`${name}\` is a wildcard`;
  return undefined;
}
