/**
 * Variables that a text sets without a command: loop variables, `${X:=y}` and arithmetic. Searched in the raw text and
 * deliberately too broad: it can only remove a proof.
 */
export function variablesSetIn(text: string): ReadonlySet<string> {
  if (!/[{([]|for|select|coproc|let/u.test(text)) return none;
  const names = new Set<string>();
  const joined = text.replaceAll('\\\n', '');
  for (const pattern of [
    /\b(?:for|select)\s+([A-Za-z_]\w*)/gu,
    /\$\{([A-Za-z_]\w*)(?:\[[^\]]{0,200}\])?:?=/gu,
    /\bcoproc\s+([A-Za-z_]\w*)/gu,
    // `exec {NAME}<file` assigns the number of a descriptor.
    /\{([A-Za-z_]\w*)(?:\[[^\]]{0,200}\])?\}[<>]/gu,
  ]) {
    for (const match of joined.matchAll(pattern)) names.add(match[1] ?? '');
  }
  if (/\(\(|\$\[|\blet\b/u.test(joined)) {
    for (const match of joined.matchAll(/[A-Za-z_]\w*/gu)) {
      const after = joined
        .slice(match.index + match[0].length, match.index + match[0].length + 4)
        .trimStart();
      const before = joined.slice(Math.max(0, match.index - 2), match.index);
      if (/^(?:[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)/u.test(after) || /\+\+|--/u.test(before))
        names.add(match[0]);
    }
  }
  return names;
}

const none: ReadonlySet<string> = new Set();
