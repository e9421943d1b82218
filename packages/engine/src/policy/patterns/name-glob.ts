/** Whether a tool or server name matches a pattern in which `*` matches any text. Case-sensitive. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  // Finds each piece at its first position after the previous one: no backtracking, so hostile names cost nothing.
  let from = first.length;
  const end = name.length - last.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return from <= end;
}

export function isLiteralName(pattern: string): boolean {
  return !pattern.includes('*');
}
