import type { Span } from '../../../../call/span.ts';

/** One word of a command after the shell has removed its quoting, or the reason why it cannot be known. */
export type Word = LiteralWord | UnknownWord;

export interface LiteralWord {
  readonly kind: 'literal';
  /** The exact bytes that the command receives as this argument. */
  readonly text: string;
  readonly span: Span;
}

export interface UnknownWord {
  readonly kind: 'unknown';
  /** For display: "value of $X", "output of $(date)", "glob *.ts". */
  readonly reason: string;
  /**
   * The certain start of every argument made from this word, possibly empty. `"src/$X"` cannot become an option; `$X` can, and
   * so can `src/$X`, because a blank in the value splits it.
   */
  readonly starts: string;
  /** `one`: exactly one argument whatever its value (`"$X"`). `any`: zero or more (`$X`, `*.ts`, `"$@"`). */
  readonly count: 'one' | 'any';
  /** If the suspicion is true, the word is exactly `starts`: `show cr` may be `cr`, but not `crontab`. */
  readonly whole?: true;
  /**
   * The word in order, if it is a plain sequence of texts and values: `~/x` is HOME then `/x`. HOME and PWD are named only if
   * the text itself does not set them; PWD is the directory of the invocation, TOPLEVEL the repository's root. With `count:
   * any` it is one argument only if the values contain no blank and no `*?[`.
   */
  readonly pieces?: readonly WordPiece[];
  /** A file pattern that contains HOME or PWD: `~/.ssh/*` is HOME then `/.ssh/*`. Once these are known, it is a glob. */
  readonly pattern?: readonly WordPiece[];
  /**
   * What its command's row proves about it: the value of the option before it (`-m "$X"`), or an option with its value attached
   * (`-m"$X"`). Whatever its value, it is neither another option nor a sub-command.
   */
  readonly as?: 'value' | 'option';
  /** Each argument made from it is the path of something below one of these: the output of a search, passed on by `xargs`. */
  readonly below?: readonly NamesBelow[];
  /** Digits, or empty: it is not an option and cannot become two words. `own` is the id of a job that the text started. */
  readonly natural?: 'number' | 'commit' | 'date' | 'own job';
  /** The word with `0` for each of its values, if none contains a blank: `-X main.v=0` with the name of a tag. */
  readonly shape?: string;
  /** The whole word is the output of this script: `$(git ls-files)`. */
  readonly printed?: string;
  /** The text before `printed`, if that is not the whole word: `"logs/$(ls logs)"`. */
  readonly printedIn?: string;
  /** The name of a file that matches the pattern, if no name contains a blank: `$f` of a loop, unquoted. */
  readonly unquoted?: FilePattern;
  readonly span: Span;
}

/** The name of a file that matches a pattern, or the pattern itself. */
export interface FilePattern {
  readonly glob: string;
  readonly starts: string;
}

/** The output of a search: names of files below a directory. */
export interface NamesBelow {
  /** Absolute. */
  readonly directory: string;
  /** The prefix of the names as printed, if none of them leads up with `..`. */
  readonly from?: string;
  /** Whether names that begin with a dot may be among them. */
  readonly hidden: boolean;
  /** Files that `.gitignore` names are left out. */
  readonly respectsIgnore: boolean;
  /** Patterns for the last name; an empty list means any. */
  readonly names: readonly string[];
  /** Git tracks them, so nothing in `.git` is among them. */
  readonly tracked?: true;
  /** Verified on the machine: no name among them is odd, and none begins with a dash. */
  readonly plain: boolean;
}

export type WordPiece =
  | { readonly text: string }
  | { readonly variable: 'HOME' | 'PWD' | 'TOPLEVEL' | 'INSTALLED' }
  | { readonly other: string };

export function literalOf(word: Word | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : undefined;
}

/** The word with a placeholder for each value; undefined if a value may contain a blank. */
export function shapeOf(word: Word | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : word?.shape;
}
