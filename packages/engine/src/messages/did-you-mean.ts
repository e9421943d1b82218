/** The name that was most likely meant, if one is close: at most two typos, and fewer than half of the letters. */
export function didYouMean(
  name: string,
  known: Iterable<string>,
  { slips: bearable = 2 }: { readonly slips?: number } = {},
): string | undefined {
  if (name.length > 40) return undefined;
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const candidate of known) {
    const slips = slipsBetween(name.toLowerCase(), candidate.toLowerCase());
    const most = Math.min(bearable, Math.floor(candidate.length / 2));
    if (slips <= most && (best === undefined || slips < best.slips)) best = { name: candidate, slips };
  }
  return best?.name;
}

/** The fix in an error about a name: the likely name, or the list of all names. */
export function meantBy(name: string, known: Iterable<string>): string {
  const all = [...known];
  const meant = didYouMean(name, all);
  const choice = `use one of ${all.join(', ')}`;
  return meant === undefined ? choice : `did you mean \`${meant}\`? ${choice}`;
}

/** The number of letters to insert, delete, replace or swap with their neighbour. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
