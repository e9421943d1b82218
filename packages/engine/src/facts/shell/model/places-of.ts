/**
 * Where a name stands in a text of names, between blanks or line ends. A hook looks up a handful of names in its life: a search
 * costs less than an index of all.
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

/** Three characters in place of a name, which take a page a third of the bytes. Where two names share them, a text is searched in vain. */
function nameCode(name: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return ((hash >>> 0) % 36 ** 3).toString(36).padStart(3, '0');
}

/** As the build writes it. */
export function listingLine(label: string, names: readonly string[]): string {
  return `${label}:\t${[...new Set(names.map(nameCode))].toSorted().join(' ')}`;
}

/** The labels of the lines that may list a name. */
export function labelsListing(name: string, lines: string): readonly string[] {
  return placesOf(nameCode(name), lines).flatMap((at) => {
    const start = lines.lastIndexOf('\n', at) + 1;
    const names = lines.indexOf(':\t', start);
    // A word in a label may be such a code: `git`.
    return names < at ? [lines.slice(start, names)] : [];
  });
}
