import type { PatternWord } from './pattern.ts';

/** Matches the leftmost pieces first: linear in the text, whatever the number of stars. */
export function fitsText(pattern: PatternWord, text: string): boolean {
  if (pattern.is === 'any') return true;
  if (pattern.is === 'literal') return pattern.text === text;
  const first = pattern.pieces[0] ?? '';
  const last = pattern.pieces.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of pattern.pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
