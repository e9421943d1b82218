import type { Shell } from './shell-set.ts';

/** A construct that some shells read differently from bash. */
export interface Difference {
  readonly construct: string;
  readonly shells: readonly Shell[];
}

const rows = {
  'zsh-parameters': { construct: 'a parameter that is a part of the shell itself', shells: ['zsh'] },
  'zsh-numbers': { construct: 'a number of the shell', shells: ['zsh'] },
  'zsh-operands': { construct: 'an operand that is computed', shells: ['zsh'] },
  'zsh-builtins': { construct: 'a builtin or a reserved word of zsh', shells: ['zsh'] },
  'hash-assignment': { construct: '`hash NAME=VALUE`', shells: ['zsh'] },
  'cdable-vars': { construct: '`set -T`', shells: ['zsh'] },
  'odd-assignment': { construct: 'an assignment to what bash does not take for a name', shells: ['zsh'] },
  'equals-name': { construct: 'a word that begins with `=`', shells: ['zsh'] },
  'tilde-beside-quotes': {
    construct: 'a `~` behind empty quotes, or before quotes or an expansion',
    shells: ['zsh'],
  },
  'plain-subscript': { construct: '`$x[...]`', shells: ['zsh'] },
  'value-modifier': { construct: '`$x:h` and other modifiers', shells: ['zsh'] },
  'expansion-flag': { construct: '`$=x`, `$~x`, `$^x`, `$+x` or `$#x`', shells: ['zsh'] },
  'assign-always': { construct: '`${x::=y}`', shells: ['zsh'] },
  'quoted-pattern': { construct: 'single quotes in a pattern of `"${x#\'...\'}"`', shells: ['zsh'] },
  'clobbering-target': { construct: 'a target of a redirection that begins with `!`', shells: ['zsh'] },
  'numeric-range': { construct: '`<1-9>`', shells: ['zsh'] },
  'last-of-pipe': { construct: 'a change of directory at the end of a pipe', shells: ['zsh'] },
  'disown-operator': { construct: '`&!`', shells: ['zsh'] },
  'wide-name': {
    construct: '`$` before a letter that is not ASCII, or a name with one behind it',
    shells: ['zsh'],
  },
  'background-list': { construct: 'a change of directory in `a && b &`', shells: ['zsh'] },
  'glued-brace': { construct: 'a command that begins with a brace', shells: ['zsh'] },
  'closing-brace': { construct: 'a `}` in a word without a `{` before it', shells: ['zsh'] },
  'named-coprocess': { construct: '`coproc NAME` before a group', shells: ['zsh'] },
  'leading-descriptor': { construct: '`{name}>` where a command begins', shells: ['zsh'] },
  'declaring-descriptor': { construct: '`declare X=1 {name}>`, as behind any declaration', shells: ['zsh'] },
  'spaced-descriptor': { construct: '`{name} >`, `{name}&>` or `{1}>`', shells: ['zsh'] },
  'mksh-parameters': { construct: 'a parameter that is a part of the shell itself', shells: ['mksh'] },
  'mksh-numbers': { construct: 'a number of the shell', shells: ['mksh'] },
  'computed-name': { construct: 'a computed name of a variable', shells: ['zsh', 'mksh'] },
  'subscript-in-name': { construct: 'a subscript in the name of a variable', shells: ['zsh', 'mksh'] },
  'declaration-options': { construct: 'an option of `typeset` or its kin', shells: ['zsh', 'mksh'] },
  'mksh-operands': { construct: 'an operand that is computed', shells: ['mksh'] },
  'mksh-builtins': { construct: 'a builtin of mksh', shells: ['mksh'] },
  'chdir-builtin': { construct: '`chdir`', shells: ['zsh', 'dash', 'busybox', 'mksh'] },
  'prefixed-builtin': {
    construct: '`command` or `builtin` before `cd` or `exit`',
    shells: ['zsh', 'dash', 'busybox'],
  },
  coprocess: { construct: '`coproc`', shells: ['dash', 'busybox', 'mksh'] },
  'coprocess-pipe': { construct: 'a change of directory before or behind `|&`', shells: ['mksh'] },
  'ansi-c-quotes': { construct: "`$'...'`", shells: ['dash'] },
  'ansi-c-escapes': { construct: "an escape in `$'...'`", shells: ['zsh', 'busybox', 'mksh'] },
  'locale-quotes': { construct: '`$"..."`', shells: ['zsh', 'dash', 'busybox'] },
  braces: { construct: '`{a,b}`', shells: ['dash', 'busybox'] },
  'brace-sequence': { construct: '`{1..3}`', shells: ['mksh'] },
  'empty-alternative': { construct: '`{,a}`', shells: ['zsh', 'mksh'] },
  'tilde-in-argument': { construct: '`name=~/x` as an argument', shells: ['zsh', 'dash', 'busybox'] },
  'tilde-after-equals': { construct: '`--option=~/x` as an argument', shells: ['mksh'] },
  'tilde-plus': { construct: '`~+`', shells: ['dash', 'busybox'] },
  'double-bracket': {
    construct: '`||`, `<`, `>` or `|` in `[[ ]]`, or `&&` in `! [[ ]]` and in `a || [[ ]]`',
    shells: ['dash', 'busybox'],
  },
  'broken-test': { construct: 'a new line in `[[ ]]`', shells: ['dash', 'busybox'] },
  'bracket-argument': { construct: '`[[` as an argument', shells: ['busybox'] },
  'double-parenthesis': { construct: '`(( ))`', shells: ['dash', 'busybox'] },
  'function-keyword': { construct: '`function f`', shells: ['dash'] },
  'both-streams': { construct: '`&>`', shells: ['dash'] },
  'time-options': {
    construct: 'an option or a redirection behind `time`, or `[[` behind an option',
    shells: ['zsh', 'dash', 'busybox', 'mksh'],
  },
  'timed-list': {
    construct: '`time` before an assignment or a builtin',
    shells: ['zsh', 'dash', 'busybox', 'mksh'],
  },
  'dashed-text': {
    construct: 'a text for `eval` or `trap` that begins with a dash',
    shells: ['zsh', 'dash', 'busybox'],
  },
  'words-behind-both-streams': { construct: 'words or a pipe behind `&>`', shells: ['dash'] },
  'long-descriptor': { construct: 'a descriptor of more than one digit', shells: ['zsh', 'dash', 'mksh'] },
  'numbered-streams': { construct: 'a number before `&>`', shells: ['zsh', 'busybox', 'mksh'] },
  'named-descriptor': { construct: '`{name}>`', shells: ['dash', 'busybox', 'mksh'] },
  'dollar-before-backquote': { construct: 'a `$` before a backquote', shells: ['mksh'] },
  'noglob-braces': { construct: 'braces where patterns are switched off', shells: ['mksh'] },
} as const;

export type DifferenceId = keyof typeof rows;

/**
 * Everything that another shell reads differently from bash in a way that can do harm. Constructs that another shell rejects
 * are not listed: it then runs less than bash would. `packages/permesso/test/shells/differences.json` has lines that act, all
 * of them executed.
 */
export const DIFFERENCES: Readonly<Record<DifferenceId, Difference>> = rows;
