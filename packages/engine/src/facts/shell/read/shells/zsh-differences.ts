import type { Difference, ZshDifferenceId } from './difference.ts';

/** What zsh alone reads otherwise. */
export const ZSH_DIFFERENCES: Readonly<Record<ZshDifferenceId, Difference>> = {
  'zsh-parameters': {
    construct: 'a parameter that is a part of the shell itself',
    shells: ['zsh'],
    meaning: '`functions`, `commands`, `aliases`, `path`, `NULLCMD` and others define what later words mean',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: "functions[ls]='touch PWN'; ls" },
      { shell: 'zsh', line: ': ${aliases[ls]:=touch PWN}; eval ls' },
      { shell: 'zsh', line: 'mkdir x; ln -s /bin/rm x/ls; for path in x; do ls b; done', deny: 'Bash(rm:*)' },
    ],
  },
  'zsh-numbers': {
    construct: 'a number of the shell',
    shells: ['zsh'],
    meaning: 'what is assigned to `SECONDS`, `HISTSIZE` and others is computed, with the substitutions in it',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: "x=(1); LISTMAX='x[$(touch PWN)]'" }],
  },
  'zsh-operands': {
    construct: 'an operand that is computed',
    shells: ['zsh'],
    meaning:
      '`exit`, `return`, `shift`, `break`, `printf %d`, `[ -t x ]` and `read -t` compute their operands, with the substitutions in them',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: "x=(1); printf %d 'x[$(touch PWN)]'" },
      { shell: 'zsh', line: "x=(1); y='x[$(touch PWN)]'; exit $y" },
      { shell: 'zsh', line: "x=(1); [ -t 'x[$(touch PWN)]' ]" },
    ],
  },
  'zsh-builtins': {
    construct: 'a builtin or a reserved word of zsh',
    shells: ['zsh'],
    meaning:
      '`zmodload`, `setopt`, `emulate`, `repeat`, `noglob`, `zf_rm` and others, which bash does not have',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'zmodload zsh/files; zf_rm b', deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: 'zmodload zsh/files; unlink b', deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: 'builtin zmodload zsh/files; unlink b', deny: 'Bash(rm:*)' },
    ],
  },
  'hash-assignment': {
    construct: '`hash NAME=VALUE`',
    shells: ['zsh'],
    meaning: 'the program that NAME runs, or with `-d` a directory that is called ~NAME',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'hash ls=/bin/touch; ls PWN' }],
  },
  'cdable-vars': {
    construct: '`set -T`',
    shells: ['zsh'],
    meaning: '`cd x` goes to where the variable x points',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: 'mkdir y; cp .env y/k; q=$PWD/y; set -T; cd q; cat k', deny: 'Read(y/k)' },
    ],
  },
  'odd-assignment': {
    construct: 'an assignment to what bash does not take for a name',
    shells: ['zsh'],
    meaning: '`1=a cmd` and `é=1 cmd` are assignments in front of cmd',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: '1=a eval "r\'\'m b"', deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: 'é=1 eval "r\'\'m b"', deny: 'Bash(rm:*)' },
    ],
  },
  'equals-name': {
    construct: 'a word that begins with `=`',
    shells: ['zsh'],
    meaning: 'the path of the command of that name',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: '=rm b', deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: 'x==rm; $x b', deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: 'env {=rm,b}', deny: 'Bash(rm:*)' },
    ],
  },
  'plain-subscript': {
    construct: '`$x[...]`',
    shells: ['zsh'],
    meaning: 'an element of x, and the subscript is computed',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: "x=(1); y='x[$(touch PWN)]'; echo $x[y]" }],
  },
  'value-modifier': {
    construct: '`$x:h` and other modifiers',
    shells: ['zsh'],
    meaning: 'the value, changed: without its last part, in lower case, with another text in place of one',
    does: 'reads',
    examples: [
      { shell: 'zsh', line: 'f=.env.bak; cat $f:r', deny: 'Read(.env)' },
      { shell: 'zsh', line: 'x=RM; $x:l b', deny: 'Bash(rm:*)' },
    ],
  },
  'expansion-flag': {
    construct: '`$=x`, `$~x`, `$^x`, `$+x` or `$#x`',
    shells: ['zsh'],
    meaning: 'the value split, matched with files, spread out, or counted',
    does: 'doubt',
    examples: [
      { shell: 'zsh', line: "x='rm b'; $=x", deny: 'Bash(rm:*)' },
      { shell: 'zsh', line: "x='*(e:rm b:)'; echo $~x", deny: 'Bash(rm:*)' },
    ],
  },
  'assign-always': {
    construct: '`${x::=y}`',
    shells: ['zsh'],
    meaning: 'assigns, whether or not x is set',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: ': ${functions[ls]::=touch PWN}; ls' }],
  },
  'quoted-pattern': {
    construct: 'single quotes in a pattern of `"${x#\'...\'}"`',
    shells: ['zsh'],
    meaning: 'in double quotes they are characters like others',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'echo "${x#\'}"; touch PWN; echo "\'}"' }],
  },
  'clobbering-target': {
    construct: 'a target of a redirection that begins with `!`',
    shells: ['zsh'],
    meaning: '`>!` is an operator, and the target is the next word',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'echo hi >! PWN', deny: 'Edit(PWN)' }],
  },
  'numeric-range': {
    construct: '`<1-9>`',
    shells: ['zsh'],
    meaning: 'a pattern for numbers in names of files',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'cp .env 78; cat <1-9>8', deny: 'Read(78)' }],
  },
  'last-of-pipe': {
    construct: 'a change of directory at the end of a pipe',
    shells: ['zsh'],
    meaning: 'the last command of a pipe runs in the shell itself',
    does: 'reads',
    examples: [{ shell: 'zsh', line: 'mkdir x; cp .env x/k; true | cd x; cat k', deny: 'Read(x/k)' }],
  },
  'disown-operator': {
    construct: '`&!`',
    shells: ['zsh'],
    meaning: 'an operator like `&`: what follows is another command',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'echo &!eval \'r""m b\'', deny: 'Bash(rm:*)' }],
  },
  'wide-name': {
    construct: '`$` before a letter that is not ASCII, or a name with one behind it',
    shells: ['zsh'],
    meaning: 'a part of the name',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'cp .env x; read é <f; cat $é', deny: 'Read(x)' }],
  },
  'background-list': {
    construct: 'a change of directory in `a && b &`',
    shells: ['zsh'],
    meaning: 'only the last command runs in the background, the others in the shell itself',
    does: 'reads',
    examples: [{ shell: 'zsh', line: 'mkdir x; cp .env x/k; cd x && true & cat k', deny: 'Read(x/k)' }],
  },
  'glued-brace': {
    construct: 'a command that begins with a brace',
    shells: ['zsh'],
    meaning: 'a group: `{rm b}` is `{ rm b; }`',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: '{eval \'r""m b\'}', deny: 'Bash(rm:*)' }],
  },
  'spaced-descriptor': {
    construct: '`{name} >`',
    shells: ['zsh'],
    meaning: 'a descriptor, even with a blank behind it',
    does: 'doubt',
    examples: [{ shell: 'zsh', line: 'env -u {x} <f A sh -c \'r""m b\'', deny: 'Bash(rm:*)' }],
  },
};
