/** Agent names may contain a trailing `*` as the only wildcard. */
function includesAgent(outer: string, inner: string): boolean {
  if (!outer.endsWith('*')) return outer === inner;
  const start = inner.endsWith('*') ? inner.slice(0, -1) : inner;
  return start.startsWith(outer.slice(0, -1));
}

/**
 * Whether the outer list names every agent that the inner list names. An exception of the outer list (`!codex`) may exclude any
 * of them, under its own name or its program's, so the inner list must have the same exception.
 */
export function includesAgents(outer: readonly string[], inner: readonly string[]): boolean {
  const isException = (name: string): boolean => name.startsWith('!');
  if (!outer.filter(isException).every((name) => inner.includes(name))) return false;
  const wide = outer.filter((name) => !isException(name));
  const narrow = inner.filter((name) => !isException(name));
  if (wide.length === 0) return true;
  return narrow.length > 0 && narrow.every((name) => wide.some((each) => includesAgent(each, name)));
}

/** Why no agent is likely to have this name. */
export function oddAgent(name: string): string | undefined {
  if (name.trim() !== name) return `the blank around \`${name}\` belongs to the name`;
  if (name.slice(0, -1).includes('*')) return `only a star at the end of \`${name}\` is a wildcard`;
  return undefined;
}
