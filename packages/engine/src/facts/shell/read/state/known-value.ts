import type { FilePattern, WordPiece } from '../words/word.ts';

/** What is known of a variable: its text, text in a row with HOME, that it holds a number, or the name of a file. */
export type KnownValue =
  | string
  /** `natural`: never with a minus in front. */
  | { readonly digits: true; readonly natural?: 'number' | 'commit' | 'date' | 'own job' }
  | { readonly pieces: readonly WordPiece[] }
  /** What this script prints: `f=$(ls -t logs/*.log | head -1)`. */
  | { readonly printed: string }
  /** Matches this pattern, or is the pattern itself: `for f in src/*.ts`. */
  | FileName;

export type FileName = FilePattern;
