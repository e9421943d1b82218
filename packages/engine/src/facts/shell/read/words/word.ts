import type { Span } from '../../../../call/span.ts';

/** One word of a command after the shell has undone its quoting, or the reason why it cannot be known. */
export type Word = LiteralWord | UnknownWord;

export interface LiteralWord {
  readonly kind: 'literal';
  /** Exactly the bytes that the command receives as this argument. */
  readonly text: string;
  readonly span: Span;
}

export interface UnknownWord {
  readonly kind: 'unknown';
  /** For a person: "value of $X", "output of $(date)", "glob *.ts". */
  readonly reason: string;
  /**
   * What every argument made from this word surely begins with, possibly nothing. `"src/$X"` cannot become an
   * option; `$X` can, and so can `src/$X`, because a blank in the value splits it.
   */
  readonly starts: string;
  /** `one`: exactly one argument whatever its value (`"$X"`). `any`: zero or more (`$X`, `*.ts`, `"$@"`). */
  readonly count: 'one' | 'any';
  /** It is exactly what it begins with, if it is what is suspected: `show cr` may be `cr`, and is no `crontab`. */
  readonly whole?: true;
  /**
   * The word in order, where it is a plain row of texts and values: `~/x` is HOME then `/x`. HOME and PWD are
   * named only if the text itself does not set them; PWD is the directory of the invocation, TOPLEVEL the repository's root. With `count: any`
   * it is one argument only if the values hold no blank and no `*?[`.
   */
  readonly pieces?: readonly WordPiece[];
  /** A pattern for files with HOME or PWD in it: `~/.ssh/*` is HOME then `/.ssh/*`. Grounded, it is a glob. */
  readonly pattern?: readonly WordPiece[];
  /**
   * What its command's row proves of it: the value of the option before it (`-m "$X"`), or an option with its value
   * attached (`-m"$X"`). Whatever it holds, it is neither another option nor a sub-command.
   */
  readonly as?: 'value' | 'option';
  /** Each argument made from it is the path of something below one of these: what a search printed and `xargs` hands on. */
  readonly below?: readonly NamesBelow[];
  /** Digits, or nothing at all: it is not an option, and no second word comes of it. `own` is the id of a job that the text started. */
  readonly natural?: 'number' | 'commit' | 'date' | 'own job';
  /** The word with `0` for each of its values, where none holds a blank: `-X main.v=0` with the name of a tag. */
  readonly shape?: string;
  /** The whole of it is what this script prints: `$(git ls-files)`. */
  readonly printed?: string;
  /** The text before `printed`, where that is not the whole word: `"logs/$(ls logs)"`. */
  readonly printedIn?: string;
  /** The name of a file that matches the pattern, where no name holds a blank: `$f` of a loop, without quotes. */
  readonly unquoted?: FilePattern;
  readonly span: Span;
}

/** The name of a file that matches a pattern, or the pattern itself. */
export interface FilePattern {
  readonly glob: string;
  readonly starts: string;
}

/** What a search prints: names of files below a directory. */
export interface NamesBelow {
  /** Absolute. */
  readonly directory: string;
  /** Where the names begin as they are printed, if none of them climbs. */
  readonly from?: string;
  /** Names that begin with a dot may be among them. */
  readonly hidden: boolean;
  /** What `.gitignore` names is left out. */
  readonly respectsIgnore: boolean;
  /** Patterns for the last name; none means any. */
  readonly names: readonly string[];
  /** Git keeps them, so nothing of `.git` is among them. */
  readonly tracked?: true;
  /** The machine was asked: no name among them is odd, and none begins with a dash. */
  readonly plain: boolean;
}

export type WordPiece =
  | { readonly text: string }
  | { readonly variable: 'HOME' | 'PWD' | 'TOPLEVEL' | 'INSTALLED' }
  | { readonly other: string };

export function literalOf(word: Word | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : undefined;
}

/** What is known of a word whose values hold no blank. */
export function shapeOf(word: Word | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : word?.shape;
}
