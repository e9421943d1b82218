/** Makes control, bidirectional and zero-width characters visible: they could make a text look like another one. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const named = shortNames.get(character);
    return named ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
