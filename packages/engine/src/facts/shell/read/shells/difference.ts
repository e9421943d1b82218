import type { Shell } from './shell-set.ts';

/** A construct that some shells read otherwise than bash. */
export interface Difference {
  /** What is written, for a person. */
  readonly construct: string;
  /** The shells that read it otherwise. */
  readonly shells: readonly Shell[];
  /** What those shells make of it. */
  readonly meaning: string;
  /** `doubt`: a line with it is not understood. `reads`: the line is read once more, as they read it. */
  readonly does: 'doubt' | 'reads';
  /** Lines that act in such a shell: they make PWN, remove b, or print SECRET. */
  readonly examples: readonly [DifferenceExample, ...DifferenceExample[]];
}

export interface DifferenceExample {
  readonly shell: Shell;
  readonly line: string;
  /** The line is read under bypass with this rule, else in the default mode without any. */
  readonly deny?: string;
}

export type ZshDifferenceId =
  | 'zsh-parameters'
  | 'zsh-numbers'
  | 'zsh-operands'
  | 'zsh-builtins'
  | 'hash-assignment'
  | 'cdable-vars'
  | 'odd-assignment'
  | 'equals-name'
  | 'tilde-beside-quotes'
  | 'plain-subscript'
  | 'value-modifier'
  | 'expansion-flag'
  | 'assign-always'
  | 'quoted-pattern'
  | 'clobbering-target'
  | 'numeric-range'
  | 'last-of-pipe'
  | 'disown-operator'
  | 'wide-name'
  | 'background-list'
  | 'glued-brace'
  | 'closing-brace'
  | 'named-coprocess'
  | 'leading-descriptor'
  | 'spaced-descriptor';

export type OtherDifferenceId =
  | 'mksh-parameters'
  | 'mksh-numbers'
  | 'computed-name'
  | 'subscript-in-name'
  | 'declaration-options'
  | 'mksh-operands'
  | 'mksh-builtins'
  | 'chdir-builtin'
  | 'prefixed-builtin'
  | 'coprocess'
  | 'coprocess-pipe'
  | 'ansi-c-quotes'
  | 'ansi-c-escapes'
  | 'locale-quotes'
  | 'braces'
  | 'brace-sequence'
  | 'empty-alternative'
  | 'tilde-in-argument'
  | 'tilde-after-equals'
  | 'tilde-plus'
  | 'double-bracket'
  | 'broken-test'
  | 'bracket-argument'
  | 'double-parenthesis'
  | 'function-keyword'
  | 'both-streams'
  | 'time-options'
  | 'timed-list'
  | 'dashed-text'
  | 'words-behind-both-streams'
  | 'long-descriptor'
  | 'numbered-streams'
  | 'named-descriptor'
  | 'noglob-braces';

export type DifferenceId = ZshDifferenceId | OtherDifferenceId;
