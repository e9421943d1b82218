import type { SegmentGlob, GlobToken } from '../../facts/paths/segment-glob.ts';
import type { PatternWord } from '../../policy/rules/pattern.ts';

/** What a wildcard becomes in an example. */
const filler = 'x';

export function exampleName(pattern: string): string {
  return pattern.replaceAll(/\*+/g, filler);
}

export function exampleWord(word: PatternWord): string {
  if (word.is === 'literal') return word.text;
  return word.is === 'any' ? filler : word.pieces.join(filler);
}

export function exampleSegment(segment: SegmentGlob): string {
  if (segment.is === 'literal') return segment.text;
  if (segment.is === 'any-depth') return 'deep';
  const name = segment.tokens
    .map((token, at) => {
      // `.env*` is tried as `.env` first.
      if (
        token.is === 'star' &&
        at > 0 &&
        at === segment.tokens.length - 1 &&
        endsInLetter(segment.tokens[at - 1])
      )
        return '';
      if (token.is === 'text') return token.text;
      if (token.is === 'class' && !token.negated) return token.ranges[0]?.[0] ?? filler;
      return filler;
    })
    .join('');
  return name === '' ? filler : name;
}

function endsInLetter(token: GlobToken | undefined): boolean {
  return token?.is === 'text' && /[\p{L}\p{N}]$/u.test(token.text);
}
