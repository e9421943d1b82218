import type { Difference, OtherDifferenceId } from './difference.ts';

/** What dash, busybox or mksh read otherwise, zsh perhaps too. */
export const OTHER_DIFFERENCES: Readonly<Record<OtherDifferenceId, Difference>> = {
  'mksh-parameters': {
    construct: 'a parameter that is a part of the shell itself',
    shells: ['mksh'],
    meaning: '`FPATH` names the directories in which a missing command is looked for as a function',
    does: 'doubt',
    examples: [{ shell: 'mksh', line: "echo 'zz() { rm b; }' >zz; FPATH=.; zz", deny: 'Bash(rm:*)' }],
  },
  'mksh-numbers': {
    construct: 'a number of the shell',
    shells: ['mksh'],
    meaning: 'what is assigned to `TMOUT`, `COLUMNS` and others is computed, with the substitutions in it',
    does: 'doubt',
    examples: [{ shell: 'mksh', line: "TMOUT='x[$(touch PWN)]'" }],
  },
  'computed-name': {
    construct: 'a computed name of a variable',
    shells: ['zsh', 'mksh'],
    meaning: 'it may name a part of the shell itself, or hold a subscript that is computed',
    does: 'doubt',
    examples: [
      { shell: 'mksh', line: 'x=$(echo \'a[$(r""m b)]\'); getopts a "$x" -a', deny: 'Bash(rm:*)' },
      {
        shell: 'zsh',
        line: 'mkdir x; ln -s /bin/rm x/ls; n=$(echo path); getopts x $n -x; ls b',
        deny: 'Bash(rm:*)',
      },
    ],
  },
  'subscript-in-name': {
    construct: 'a subscript in the name of a variable',
    shells: ['zsh', 'mksh'],
    meaning: '`export`, `readonly`, `getopts` and `unset` compute the subscript',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'export \'x[$(r""m b)]=1\'', deny: 'Bash(rm:*)' },
      { shell: 'mksh', line: 'getopts a \'x[$(r""m b)]\' -a', deny: 'Bash(rm:*)' },
    ],
  },
  'declaration-options': {
    construct: 'an option of `typeset` or its kin',
    shells: ['zsh', 'mksh'],
    meaning:
      'other letters than in bash: `-T` ties two variables, `-F` computes, `-n` and `-f` name something else',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'x=(1); typeset -F y=\'x[$(r""m b)]\'', deny: 'Bash(rm:*)' }],
  },
  'mksh-operands': {
    construct: 'an operand that is computed',
    shells: ['mksh'],
    meaning:
      '`[ a -eq b ]`, `shift`, `ulimit` and `read -u` compute their operands, with the substitutions in them',
    does: 'doubt',
    examples: [
      { shell: 'mksh', line: 'y=\'x[$(touch PWN)]\'; [ "$y" -gt 1 ]' },
      { shell: 'mksh', line: "shift 'x[$(touch PWN)]'" },
    ],
  },
  'mksh-builtins': {
    construct: 'a builtin of mksh',
    shells: ['mksh'],
    meaning: '`nameref`, `integer`, `global`, `print` and others, which bash does not have',
    does: 'doubt',
    examples: [{ shell: 'mksh', line: 'integer y=\'x[$(r""m b)]\'', deny: 'Bash(rm:*)' }],
  },
  'chdir-builtin': {
    construct: '`chdir`',
    shells: ['zsh', 'dash', 'busybox', 'mksh'],
    meaning: 'it is `cd`',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'mkdir x; cp .env x/k; chdir x; cat k', deny: 'Read(x/k)' },
      { shell: 'dash', line: 'mkdir x; cp .env x/k; chdir x; cat k', deny: 'Read(x/k)' },
      { shell: 'busybox', line: 'mkdir x; cp .env x/k; chdir x; cat k', deny: 'Read(x/k)' },
      { shell: 'mksh', line: 'mkdir x; cp .env x/k; chdir x; cat k', deny: 'Read(x/k)' },
    ],
  },
  'prefixed-builtin': {
    construct: '`command` or `builtin` before `cd` or `exit`',
    shells: ['zsh', 'dash', 'busybox'],
    meaning:
      'zsh looks for a program of that name, dash and busybox do not have `builtin`: the shell stays where it is',
    does: 'reads',
    examples: [
      { shell: 'zsh', line: 'cd nope || command exit; cat .env', deny: 'Read(./.env)' },
      { shell: 'dash', line: 'cd nope || builtin exit; cat .env', deny: 'Read(./.env)' },
      { shell: 'busybox', line: 'cd nope || builtin exit; cat .env', deny: 'Read(./.env)' },
    ],
  },
  coprocess: {
    construct: '`coproc`',
    shells: ['dash', 'busybox', 'mksh'],
    meaning: 'a program of that name; of a group behind it all but the first command run in the shell itself',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: 'cd nope && coproc { :; cat .env\n}', deny: 'Read(./.env)' },
      { shell: 'busybox', line: 'cd nope && coproc { :; cat .env\n}', deny: 'Read(./.env)' },
      { shell: 'mksh', line: 'cd nope && coproc { :; cat .env\n}', deny: 'Read(./.env)' },
    ],
  },
  'coprocess-pipe': {
    construct: 'a change of directory before or behind `|&`',
    shells: ['mksh'],
    meaning: 'what stands before it runs beside the shell, what stands behind it in the shell itself',
    does: 'reads',
    examples: [
      { shell: 'mksh', line: 'mkdir x; cp .env x/k; true |& cd x; cat k', deny: 'Read(x/k)' },
      { shell: 'mksh', line: 'mkdir x; cd x && true |& cat .env', deny: 'Read(./.env)' },
    ],
  },
  'ansi-c-quotes': {
    construct: "`$'...'`",
    shells: ['dash'],
    meaning: 'a dollar sign before single quotes, in which a backslash means itself',
    does: 'reads',
    examples: [
      { shell: 'dash', line: "echo $'a\\'; touch PWN; #'" },
      { shell: 'dash', line: "cp .env '$k'; cat $'k'", deny: 'Read(./$k)' },
    ],
  },
  'ansi-c-escapes': {
    construct: "an escape in `$'...'`",
    shells: ['zsh', 'busybox', 'mksh'],
    meaning: 'some escapes, such as `\\c`, `\\e` and long numbers, are not those of bash',
    does: 'reads',
    examples: [{ shell: 'busybox', line: "cp .env '\\?'; cat $'\\?'", deny: 'Read(./??)' }],
  },
  'locale-quotes': {
    construct: '`$"..."`',
    shells: ['zsh', 'dash', 'busybox'],
    meaning: 'a dollar sign before double quotes',
    does: 'reads',
    examples: [
      { shell: 'dash', line: 'cp .env \'$k\'; cat $"k"', deny: 'Read(./$k)' },
      { shell: 'zsh', line: 'cp .env \'$k\'; cat $"k"', deny: 'Read(./$k)' },
    ],
  },
  braces: {
    construct: '`{a,b}`',
    shells: ['dash', 'busybox'],
    meaning: 'text',
    does: 'reads',
    examples: [
      { shell: 'dash', line: "cp .env '{a,k}'; cat {a,k}", deny: 'Read(./?a,k?)' },
      { shell: 'busybox', line: "cp .env '{a,k}'; cat {a,k}", deny: 'Read(./?a,k?)' },
    ],
  },
  'brace-sequence': {
    construct: '`{1..3}`',
    shells: ['mksh'],
    meaning: 'text',
    does: 'reads',
    examples: [{ shell: 'mksh', line: "cp .env '{1..3}'; cat {1..3}", deny: 'Read(./{1..3})' }],
  },
  'empty-alternative': {
    construct: '`{,a}`',
    shells: ['zsh', 'mksh'],
    meaning: 'an empty argument besides the other',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'find b -not -name {,-delete}' },
      { shell: 'mksh', line: 'find b -not -name {,-delete}' },
    ],
  },
  'tilde-in-argument': {
    construct: '`name=~/x` as an argument',
    shells: ['zsh', 'dash', 'busybox'],
    meaning: 'the tilde is text',
    does: 'reads',
    examples: [
      { shell: 'dash', line: "mkdir '~'; cp .env '~/k'; dd status=none if=~/k", deny: 'Read(./~/k)' },
      { shell: 'zsh', line: "mkdir '~'; cp .env '~/k'; dd status=none if=~/k", deny: 'Read(./~/k)' },
    ],
  },
  'tilde-after-equals': {
    construct: '`--option=~/x` as an argument',
    shells: ['mksh'],
    meaning: 'the home directory',
    does: 'doubt',
    examples: [{ shell: 'mksh', line: 'cp .env ~/k; grep --file=~/k .env', deny: 'Read(~/k)' }],
  },
  'tilde-plus': {
    construct: '`~+`',
    shells: ['dash', 'busybox'],
    meaning: 'text',
    does: 'reads',
    examples: [{ shell: 'dash', line: "mkdir '~+'; cp .env '~+/k'; cat ~+/k", deny: 'Read(./~+/k)' }],
  },
  'double-bracket': {
    construct: '`||`, `<`, `>` or `|` in `[[ ]]`, or `&&` in `! [[ ]]` and in `a || [[ ]]`',
    shells: ['dash', 'busybox'],
    meaning: 'operators of the shell: `[[` is a command like others',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: '[[ b > PWN ]] && echo y' },
      { shell: 'busybox', line: '[[ b > PWN ]] && echo y' },
      { shell: 'dash', line: 'echo; [[ -z a || rm = b ]]', deny: 'Bash(rm:*)' },
      { shell: 'dash', line: 'echo; ! [[ a && touch == PWN ]]' },
      { shell: 'dash', line: 'true || [[ a && touch == PWN ]]' },
      { shell: 'dash', line: '! true | [[ a && touch == PWN ]]' },
    ],
  },
  'broken-test': {
    construct: 'a new line in `[[ ]]`',
    shells: ['dash', 'busybox'],
    meaning: 'the end of a command: the next word is another one',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: 'echo; [[\ntouch == PWN ]]' },
      { shell: 'dash', line: 'echo; [[ !\ntouch == PWN ]]' },
      { shell: 'busybox', line: 'echo; [[ a &&\ntouch == PWN ]]' },
    ],
  },
  'bracket-argument': {
    construct: '`[[` as an argument',
    shells: ['busybox'],
    meaning: '`&&` and `||` behind it are arguments too',
    does: 'doubt',
    examples: [{ shell: 'busybox', line: 'cat [[ && .env ]]', deny: 'Read(.env)' }],
  },
  'double-parenthesis': {
    construct: '`(( ))`',
    shells: ['dash', 'busybox'],
    meaning: 'a subshell in a subshell',
    does: 'reads',
    examples: [
      { shell: 'dash', line: '(( 1 > PWN )); echo y' },
      { shell: 'busybox', line: '(( 1 > PWN )); echo y' },
    ],
  },
  'function-keyword': {
    construct: '`function f`',
    shells: ['dash'],
    meaning: 'a command called function, and no function is defined',
    does: 'reads',
    examples: [{ shell: 'dash', line: 'function touch\n(\n:\n)\ntouch PWN' }],
  },
  'both-streams': {
    construct: '`&>`',
    shells: ['dash'],
    meaning: 'what stands before it runs in the background, and the shell stays where it is',
    does: 'reads',
    examples: [
      { shell: 'dash', line: 'mkdir x; cd x &>/dev/null && cat .env', deny: 'Read(./.env)' },
      { shell: 'dash', line: 'mkdir x; cd x && echo &>PWN', deny: 'Edit(./PWN)' },
    ],
  },
  'time-options': {
    construct: 'an option or a redirection behind `time`, or `[[` behind an option',
    shells: ['zsh', 'dash', 'busybox', 'mksh'],
    meaning:
      'zsh knows none and runs a command of that name, mksh takes `-pp` for one, also behind a redirection, and no `[[` behind it; to the others `time` is a program with options of its own',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: 'time -f x sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
      { shell: 'busybox', line: 'time -f x sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
      { shell: 'mksh', line: 'time -pp sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
      { shell: 'mksh', line: 'echo; time -p [[ a > PWN ]]' },
      { shell: 'mksh', line: 'time>c -p sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
    ],
  },
  'timed-list': {
    construct: '`time` before an assignment or a builtin',
    shells: ['zsh', 'dash', 'busybox', 'mksh'],
    meaning:
      'it runs beside the shell, or in mksh behind `-p` not at all: nothing is set in the shell itself',
    does: 'reads',
    examples: [
      { shell: 'zsh', line: 'time x=ls; $x rm b', deny: 'Bash(rm:*)' },
      { shell: 'dash', line: 'time x=ls; $x rm b', deny: 'Bash(rm:*)' },
      { shell: 'busybox', line: 'time x=ls; $x rm b', deny: 'Bash(rm:*)' },
      { shell: 'mksh', line: 'time -p x=ls; $x rm b', deny: 'Bash(rm:*)' },
    ],
  },
  'dashed-text': {
    construct: 'a text for `eval` or `trap` that begins with a dash',
    shells: ['zsh', 'dash', 'busybox'],
    meaning: 'no option: it is run like any other text',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: "eval '-x; touch PWN'" },
      { shell: 'dash', line: "eval '-x; touch PWN'" },
      { shell: 'busybox', line: "eval '-x; touch PWN'" },
    ],
  },
  'words-behind-both-streams': {
    construct: 'words or a pipe behind `&>`',
    shells: ['dash'],
    meaning: 'another command: `a &>f b` is `a &`, and then `>f b`',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: 'echo &>/dev/null touch PWN' },
      { shell: 'dash', line: 'mkdir x; cd x && echo &>o | cat .env', deny: 'Read(./.env)' },
    ],
  },
  'long-descriptor': {
    construct: 'a descriptor of more than one digit',
    shells: ['zsh', 'dash', 'mksh'],
    meaning: 'an argument before a redirection',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: 'cp .env 10; cat 10>&1', deny: 'Read(10)' },
      { shell: 'zsh', line: 'cp .env 10; cat 10>&1', deny: 'Read(10)' },
      { shell: 'mksh', line: 'cp .env 10; cat 10>&1', deny: 'Read(10)' },
    ],
  },
  'numbered-streams': {
    construct: 'a number before `&>`',
    shells: ['zsh', 'busybox', 'mksh'],
    meaning: 'a descriptor, and no argument',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'env -u 1&>o A sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
      { shell: 'busybox', line: 'env -u 1&>o A sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
      { shell: 'mksh', line: 'env -u 1&>o A sh -c \'r""m b\'', deny: 'Bash(rm:*)' },
    ],
  },
  'named-descriptor': {
    construct: '`{name}>`',
    shells: ['dash', 'busybox', 'mksh'],
    meaning: 'an argument before a redirection',
    does: 'doubt',
    examples: [
      { shell: 'dash', line: "cp .env '{k}'; cat {k}>&1", deny: 'Read(./{k})' },
      { shell: 'busybox', line: "cp .env '{k}'; cat {k}>&1", deny: 'Read(./{k})' },
      { shell: 'mksh', line: "cp .env '{k}'; cat {k}>&1", deny: 'Read(./{k})' },
    ],
  },
  'noglob-braces': {
    construct: 'braces where patterns are switched off',
    shells: ['mksh'],
    meaning: 'braces are switched off with them: `set -f; cat {a,b}` reads a file of that name',
    does: 'doubt',
    examples: [{ shell: 'mksh', line: "cp .env '{k,l}'; set -f; cat {k,l}", deny: 'Read(./?k,l?)' }],
  },
};
