import type { FilePattern, WordPiece } from '../words/word.ts';

/** What is known of a variable: its text, text in a row with HOME, that it holds a number, or the name of a file. */
export type KnownValue =
  | string
  /** `natural`: never with a minus in front. */
  | { readonly digits: true; readonly natural?: 'number' | 'own job' }
  | { readonly pieces: readonly WordPiece[] }
  /** Matches this pattern, or is the pattern itself: `for f in src/*.ts`. */
  | FileName;

export type FileName = FilePattern;
