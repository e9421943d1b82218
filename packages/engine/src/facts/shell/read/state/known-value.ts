import type { FilePattern, WordPiece } from '../words/word.ts';

/** What is known about a variable: its text, text combined with HOME, that it is a number, or that it is the name of a file. */
export type KnownValue =
  | string
  /** `natural`: never negative. */
  | { readonly digits: true; readonly natural?: 'number' | 'commit' | 'date' | 'own job' }
  | { readonly pieces: readonly WordPiece[] }
  /** The output of this script: `f=$(ls -t logs/*.log | head -1)`. */
  | { readonly printed: string }
  /** A name that matches this pattern, or the pattern itself: `for f in src/*.ts`. */
  | FileName;

export type FileName = FilePattern;
