const mostAlternatives = 256;

/**
 * Expands `{a,b}` into every alternative, including nested ones, in the order written. Bounded, because `{a,b}{a,b}...` doubles
 * with each pair. Braces without a comma stay as they are.
 */
export function expandBraces(text: string): readonly string[] | { readonly error: string } {
  const done: string[] = [];
  const open: string[] = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else {
      const { before, choices, after } = group;
      for (const choice of choices.toReversed()) open.push(before + choice + after);
    }
    if (done.length + open.length > mostAlternatives) {
      return { error: `more than ${mostAlternatives} alternatives in braces` };
    }
  }
  return done;
}

interface Group {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

/** The first closed brace group with a comma, found in one pass from left to right. */
function firstGroup(text: string): Group | undefined {
  const open: { at: number; commas: number[] }[] = [];
  let found: { start: number; end: number; commas: readonly number[] } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '{') open.push({ at, commas: [] });
    else if (letter === ',') open.at(-1)?.commas.push(at);
    else if (letter === '}') {
      const group = open.pop();
      const isEarlier = group !== undefined && (found === undefined || group.at < found.start);
      if (isEarlier && group.commas.length > 0) found = { start: group.at, end: at, commas: group.commas };
      if (open.length === 0 && found !== undefined) break;
    }
  }
  if (found === undefined) return undefined;
  const { start, end, commas } = found;
  const edges = [start, ...commas, end];
  return {
    before: text.slice(0, start),
    choices: edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge)),
    after: text.slice(end + 1),
  };
}
