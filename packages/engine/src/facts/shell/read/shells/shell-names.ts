import { recordEvaluation } from '../state/variable-use.ts';
import { wordSet, type WordSet } from '../../../word-set.ts';
import type { Unit } from '../state/unit.ts';
import type { DifferenceId } from './differences.ts';
import { differs, doubtDifference } from './differs.ts';

/**
 * Special parameters of zsh: functions, commands, aliases, options, directories, PATH as a list, user ids, the command that
 * runs when none is named. Parameters that only describe the terminal or the editor are left out.
 */
const ZSH_PARAMETERS = wordSet(`
  functions dis_functions functions_source dis_functions_source aliases dis_aliases galiases dis_galiases saliases
  dis_saliases commands builtins dis_builtins reswords dis_reswords patchars dis_patchars options nameddirs userdirs
  usergroups parameters modules mapfile history historywords jobdirs jobstates jobtexts dirstack sysparams keymaps widgets
  zsh_scheduled_events path fpath cdpath manpath mailpath module_path fignore psvar watch argv prompt PROMPT PROMPT2
  PROMPT3 PROMPT4 RPROMPT RPS1 RPROMPT2 RPS2 SPROMPT POSTEDIT NULLCMD READNULLCMD histchars HISTCHARS ZDOTDIR FPATH
  FIGNORE MODULE_PATH PSVAR TMPPREFIX TMPSUFFIX STTY UID EUID GID EGID USERNAME KEYBOARD_HACK TIMEFMT WATCHFMT
  precmd_functions preexec_functions chpwd_functions periodic_functions zshaddhistory_functions zshexit_functions
  zsh_directory_name_functions zsh_eval_context ZSH_EVAL_CONTEXT CORRECT_IGNORE HISTFILE
`);

const MKSH_PARAMETERS = wordSet('FPATH EXECSHELL KSHEGID KSHGID KSHUID');

/** Values assigned to these are evaluated as arithmetic. */
const ZSH_NUMBERS = wordSet(`
  SECONDS RANDOM LINES COLUMNS OPTIND HISTSIZE SAVEHIST DIRSTACKSIZE KEYTIMEOUT LISTMAX LOGCHECK MAILCHECK PERIOD TMOUT
  SHLVL FUNCNEST BAUD TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT REPORTTIME REPORTMEMORY ERRNO TTYIDLE LINENO ARGC
`);
const MKSH_NUMBERS = wordSet(
  'SECONDS RANDOM LINES COLUMNS OPTIND TMOUT HISTSIZE LINENO BASHPID PGRP PPID USER_ID',
);

/** Notes that the text assigns to this parameter, or computes with it. */
export function noteParameter(unit: Unit, name: string): void {
  const { shells } = unit.reading;
  if (shells.length === 1 && shells[0] === 'bash') return;
  if (ZSH_PARAMETERS.has(name)) doubtDifference(unit, 'zsh-parameters');
  if (MKSH_PARAMETERS.has(name)) doubtDifference(unit, 'mksh-parameters');
  const isComputed =
    (ZSH_NUMBERS.has(name) && differs(unit, 'zsh-numbers')) ||
    (MKSH_NUMBERS.has(name) && differs(unit, 'mksh-numbers'));
  if (isComputed) recordEvaluation(unit.reading.variables, name);
}

/** Builtins and reserved words that bash lacks, and that run something or change how later text is read. */
const BUILTINS: ReadonlyArray<readonly [DifferenceId, WordSet]> = [
  [
    'zsh-builtins',
    wordSet(`
      autoload bindkey compadd comparguments compcall compctl compdescribe compfiles compgroups compquote compset comptags
      comptry compvalues disable emulate end float foreach functions getln integer nocorrect noglob - print private pushln r
      repeat sched setopt strftime sysopen sysread sysseek syswrite ttyctl unfunction unhash unsetopt vared zcompile zcurses
      zdelattr zformat zftp zgdbmpath zgetattr zle zlistattr zmodload zparseopts zpty zregexparse zselect zsetattr zsocket
      zstat zstyle zsystem ztcp ztie zuntie zmv zcp zln zargs zf_chgrp zf_chmod zf_chown zf_ln zf_mkdir zf_mv zf_rm zf_rmdir
      zf_sync
    `),
  ],
  ['mksh-builtins', wordSet('autoload functions global integer nameref print r rename stop')],
  ['chdir-builtin', wordSet('chdir')],
];

/** A name in bash is ASCII without a leading digit, or this would be an assignment. `\p{L}` would cost 1 ms per start. */
const ODD_ASSIGNMENT = /^[\w\u0080-\uffff]+\+?=/;

/** Notes that the text runs a command of this name, possibly behind `command` or `builtin`. */
export function noteCommand(unit: Unit, name: string): void {
  const { shells } = unit.reading;
  if (shells.length === 1 && shells[0] === 'bash') return;
  for (const [id, names] of BUILTINS) if (names.has(name)) doubtDifference(unit, id);
  if (name.includes('=') && ODD_ASSIGNMENT.test(name)) doubtDifference(unit, 'odd-assignment');
}
