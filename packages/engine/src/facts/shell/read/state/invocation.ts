import type { Span } from '../../../../call/span.ts';
import type { Shells } from '../shells/shell-set.ts';
import type { Word } from '../words/word.ts';

/** Everything that one shell text may start, as far as it could be read, and the parts that could not be. */
export interface ShellReading {
  readonly invocations: readonly Invocation[];
  /** Redirections that do not belong to a single command: `> file`, `{ a; b; } > file`. */
  readonly redirections: readonly Redirection[];
  /** Never empty if anything was skipped. The invocations found still count: denies among them apply. */
  readonly doubts: readonly Doubt[];
  readonly shells: Shells;
}

export interface Invocation {
  /** The argv, name first. Empty only for bare assignments (`X=1`). */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** Where it runs: relative to the text's starting directory unless absolute; unknown if the text makes it so. */
  readonly directory: Directory;
  /**
   * The text defines a function of this name: the call is `surely` that function, whose commands are among the invocations, or
   * `perhaps` (defined in a branch, or later) the command of that name.
   */
  readonly definedHere: 'surely' | 'perhaps' | undefined;
  /** The simple command whose output it reads, in a plain pipe: `rg -l x | xargs cat`. */
  readonly fedBy?: Invocation;
  readonly fed?: FedWords;
  /** The constructs around it, outermost first: `$( )`, a function body, a loop, a pipe's right side and so on. */
  readonly within: readonly Surrounding[];
  readonly span: Span;
}

/** Words that commands before the pipe merely print: `echo 'rm b' | x`. Shared, so that a long pipe does not copy them. */
export interface FedWords {
  readonly words: readonly Word[];
  readonly before: readonly FedWords[];
}

export type Surrounding =
  | 'substitution'
  | 'process-substitution'
  | 'subshell'
  | 'function'
  | 'loop'
  | 'condition'
  | 'case'
  | 'pipe'
  | 'background'
  | 'coproc'
  | 'heredoc';

/**
 * `{ known: '.' }` is the directory in which the text starts; `~/x` and absolute paths stay as written, and a directory that is
 * really called `~` is `./~`. After `cd a; ...` the command runs in `a`, or, if that `cd` failed, in one of `otherwise`: a
 * proof must hold in all of them.
 */
export type Directory =
  | { readonly known: string; readonly otherwise?: readonly string[] }
  | { readonly unknown: string };

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  /** `X+=1`: appended to the previous value. */
  readonly append?: true;
  /** `a[$(x)]=1`: the subscript is evaluated. */
  readonly subscript?: Word;
  readonly span: Span;
}

export interface Redirection {
  /** In bash notation: `>`, `>>`, `>|`, `<>`, `<`, `&>`, `&>>`, `>&`, `<&`, `<<`, `<<-`, `<<<`. */
  readonly operator: string;
  /** The descriptor or `{name}` before the operator, as written. */
  readonly descriptor?: string;
  readonly target: Word;
  /** The body of a here-document before any expansion: for suspicion only. */
  readonly body?: string;
  /** The body is not expanded: the command receives exactly this text. */
  readonly verbatim?: true;
  readonly directory: Directory;
  readonly span: Span;
}

export interface Doubt {
  /** A clause for display: "unterminated quote", "more than 1,000 commands". */
  readonly reason: string;
  readonly span: Span;
}
