import { isQuietValue } from './quiet-values.ts';

/** Variables whose value is a command line that some program passes to a shell. */
const programVariables =
  /^(?:GIT_PAGER|PAGER|MANPAGER|GH_PAGER|SYSTEMD_PAGER|BAT_PAGER|AWS_PAGER|DELTA_PAGER|PSQL_PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|KUBE_EDITOR|GH_EDITOR|SUDO_EDITOR|SYSTEMD_EDITOR|FCEDIT|HGEDITOR|SVN_EDITOR|PSQL_EDITOR|GIT_SSH_COMMAND|GIT_SSH|SVN_SSH|RSYNC_RSH|CVS_RSH|RSYNC_CONNECT_PROG|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|KUBECTL_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|BROWSER|GH_BROWSER|FZF_DEFAULT_COMMAND|PROMPT_COMMAND|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER)$/u;

/** Git settings whose value is a command line, in the case in which git compares them. */
const programSettings =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..+|diff\.external|diff\..+\.(?:command|textconv)|interactive\.difffilter|gpg\.program|gpg\..+\.(?:program|defaultkeycommand)|credential(?:\..+)?\.helper|filter\..+\.(?:clean|smudge|process)|merge\..+\.driver|(?:diff|merge)tool\..+\.(?:cmd|path)|browser\..+\.(?:cmd|path)|man\..+\.(?:cmd|path)|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs)|sendemail\.(?:.+\.)?(?:tocmd|cccmd|headercmd|smtpserver|sendmailcmd)|trailer\..+\.(?:command|cmd)|tar\..+\.command|submodule\..+\.update|web\.browser|instaweb\.httpd)$/u;

/** The shell text in a variable's value, if the variable names a program at all. */
export function commandInVariable(name: string, value: string): string | undefined {
  if (!programVariables.test(name) || isQuietValue(name, value)) return undefined;
  return commandText(value);
}

/** The shell text in `key=value` of `git -c`. */
export function commandInSetting(setting: string): string | undefined {
  const equals = setting.indexOf('=');
  if (equals === -1 || !programSettings.test(setting.slice(0, equals).toLowerCase())) return undefined;
  const text = commandText(setting.slice(equals + 1));
  // Values such as `pager.log=false` and `core.fsmonitor=true` are switches.
  return text === undefined || /^(?:true|false|yes|no|on|off|\d+|cat)$/iu.test(text) ? undefined : text;
}

/** `|cmd %s` and `||-cmd %s` of less, `!cmd` of git: the mark announces a command. */
function commandText(value: string): string | undefined {
  const text = value.replace(/^[|!-]+/u, '').trim();
  return text === '' ? undefined : text;
}
