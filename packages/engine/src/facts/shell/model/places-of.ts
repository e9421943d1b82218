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
