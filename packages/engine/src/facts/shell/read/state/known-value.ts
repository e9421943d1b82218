import type { WordPiece } from '../words/word.ts';

/** What is known of a variable: its text, text in a row with HOME, that it holds a number, or the name of a file. */
export type KnownValue =
  | string
  | { readonly digits: true }
  | { readonly pieces: readonly WordPiece[] }
  /** Matches this pattern, or is the pattern itself: `for f in src/*.ts`. */
  | FileName;

export interface FileName {
  readonly glob: string;
  readonly starts: string;
}
