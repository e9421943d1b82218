/** The sets as `systemd-analyze syscall-filter` prints them: `@name`, then indented calls and other sets. */
export function readCallSets(text: string): ReadonlyMap<string, readonly string[]> {
  const sets = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n')) {
    const word = line.replace(/#.*/, '').trim();
    if (/^@\S+$/.test(line)) {
      current = [];
      sets.set(line, current);
    } else if (word !== '') current.push(word);
  }
  return sets;
}

/** Every call that a unit with these `SystemCallFilter=` lines permits; systemd adds `@default` to a list of permitted ones. */
export function permittedCalls(
  filters: readonly string[],
  sets: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const expand = (word: string): readonly string[] => {
    if (!word.startsWith('@')) return [word];
    const inside = sets.get(word);
    if (inside === undefined) throw new Error(`systemd knows no set ${word} of system calls`);
    return inside.flatMap((each) => expand(each));
  };
  const permitted = new Set(expand('@default'));
  for (const filter of filters) {
    const takes = filter.startsWith('~');
    for (const call of filter
      .replace('~', '')
      .trim()
      .split(/\s+/)
      .flatMap((word) => expand(word)))
      if (takes) permitted.delete(call);
      else permitted.add(call);
  }
  return permitted;
}

/** Kinds of calls in what `strace -f` wrote. */
export function tracedCalls(trace: string): readonly string[] {
  const names = Array.from(trace.matchAll(/^\d+ +(?:<\.\.\. )?([a-z]\w*)[( ]/gm), ([, name = '']) => name);
  return [...new Set(names)].toSorted();
}
