/** The words of a name in any usual spelling, in lower case: `publishToMavenCentral`, `db:reset`, `XMLFile`. */
export function nameWords(name: string): readonly string[] {
  // V8 needs a millisecond for Unicode classes, and few names need them.
  const [starts, others] = /^[ -~]*$/u.test(name)
    ? [/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, /[^a-z\d]+/u]
    : [/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, /[^\p{L}\d]+/u];
  return name
    .replaceAll(starts, ' ')
    .toLowerCase()
    .split(others)
    .filter((word) => word !== '');
}
