/**
 * The positions of a name in a text of names, between blanks or line ends. A hook looks up only a handful of names: a search
 * costs less than an index.
 */
export function placesOf(name: string, text: string): readonly number[] {
  const places: number[] = [];
  if (name === '' || /\s/u.test(name)) return places;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (isBlank(text[at - 1]) && isBlank(text[at + name.length])) places.push(at);
  return places;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\n' || character === '\t';
}

/** The first basis of the hash for which no everyday program collides with a program of a late-loaded text. */
const basis = 0x811c9e2f;

/** A code of three characters for a name. When two names collide, a text is searched in vain. */
function nameCode(name: string): string {
  let hash = basis;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return ((hash >>> 0) % 36 ** 3).toString(36).padStart(3, '0');
}

/**
 * The line as the build writes it, sorted. It takes less than a third of the space of the names: codes with the same first
 * character are joined without that character and without blanks.
 */
export function listingLine(label: string, names: readonly string[]): string {
  const groups = new Map<string, string>();
  for (const code of [...new Set(names.map(nameCode))].toSorted()) {
    const first = code.charAt(0);
    groups.set(first, (groups.get(first) ?? first) + code.slice(1));
  }
  return `${label}:\t${[...groups.values()].join(' ')}`;
}

export function labelsListing(name: string, lines: string): readonly string[] {
  const code = nameCode(name);
  return lines.split('\n').flatMap((line) => {
    const colon = line.indexOf(':\t');
    // Include the blank before each group.
    const start = line.startsWith(code.charAt(0), colon + 2)
      ? colon + 1
      : line.indexOf(` ${code.charAt(0)}`, colon);
    if (start === -1) return [];
    const end = line.indexOf(' ', start + 2);
    const group = line.slice(start + 1, end === -1 ? undefined : end);
    let at = group.indexOf(code.slice(1), 1);
    // After the first character, each code takes two.
    while (at !== -1 && at % 2 === 0) at = group.indexOf(code.slice(1), at + 1);
    return at === -1 ? [] : [line.slice(0, colon)];
  });
}
