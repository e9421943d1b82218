/**
 * One spelling for names that some file system treats as equal: case, Unicode composition, width, and the code points that HFS+
 * ignores (`.g<U+200C>it` opens `.git`). Only for suspicion; an allow compares exactly.
 */
export function foldName(name: string): string {
  if (isPlainLower(name)) return name;
  return withoutIgnored(name.normalize('NFKC').toUpperCase().toLowerCase());
}

export function foldProtectedName(name: string): string {
  return withoutTrail(foldName(name));
}

/** Windows also drops trailing dots and spaces: `.git.` opens `.git`. */
export function withoutTrail(folded: string): string {
  let end = folded.length;
  while (end > 0 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end -= 1;
  return end === 0 || end === folded.length ? folded : folded.slice(0, end);
}

function isPlainLower(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (code > 0x7e || (code >= 0x41 && code <= 0x5a)) return false;
  }
  return true;
}

function withoutIgnored(name: string): string {
  let kept = '';
  for (const letter of name) {
    if (!isIgnored(letter.codePointAt(0) ?? 0)) kept += letter;
  }
  return kept;
}

const ignored: readonly (readonly [from: number, to: number])[] = [
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];

function isIgnored(code: number): boolean {
  return ignored.some(([from, to]) => code >= from && code <= to);
}
