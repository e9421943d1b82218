/**
 * Variables before a command. Transparent for allow only if every program that reads them uses them for appearance, language or
 * a declared mode; variables that name a program, a file or more options are not listed.
 */
export interface Variable {
  readonly name: string;
  readonly why: string;
}

const harmlessVariables: readonly Variable[] = [
  { name: 'CI', why: 'says that nobody watches' },
  { name: 'NODE_ENV', why: 'a mode that programs look up' },
  { name: 'RAILS_ENV', why: 'a mode that programs look up' },
  { name: 'RACK_ENV', why: 'a mode that programs look up' },
  { name: 'APP_ENV', why: 'a mode that programs look up' },
  { name: 'MIX_ENV', why: 'a mode that programs look up' },
  { name: 'GO111MODULE', why: 'a switch of the Go tool' },
  { name: 'CGO_ENABLED', why: 'a switch of the Go tool' },
  { name: 'GOOS', why: 'a target of the Go tool' },
  { name: 'GOARCH', why: 'a target of the Go tool' },
  { name: 'LANG', why: 'language of messages' },
  { name: 'LANGUAGE', why: 'language of messages' },
  { name: 'TZ', why: 'how times are shown' },
  { name: 'NO_COLOR', why: 'how output looks' },
  { name: 'FORCE_COLOR', why: 'how output looks' },
  { name: 'CLICOLOR', why: 'how output looks' },
  { name: 'CLICOLOR_FORCE', why: 'how output looks' },
  { name: 'COLORTERM', why: 'how output looks' },
  { name: 'TERM', why: 'how output looks' },
  { name: 'COLUMNS', why: 'how output looks' },
  { name: 'LINES', why: 'how output looks' },
  { name: 'DEBUG', why: 'how much is printed' },
  { name: 'VERBOSE', why: 'how much is printed' },
  { name: 'LOG_LEVEL', why: 'how much is printed' },
  { name: 'RUST_BACKTRACE', why: 'how much is printed' },
  { name: 'RUST_LOG', why: 'how much is printed' },
  { name: 'RUST_TEST_THREADS', why: 'how many threads are used' },
  { name: 'CARGO_TERM_COLOR', why: 'how output looks' },
  { name: 'CARGO_TERM_PROGRESS_WHEN', why: 'how output looks' },
  { name: 'CARGO_INCREMENTAL', why: 'a switch of the compiler' },
  { name: 'GOMAXPROCS', why: 'how many threads are used' },
  { name: 'BABEL_ENV', why: 'a mode that programs look up' },
  { name: 'TF_IN_AUTOMATION', why: 'how much is printed' },
  { name: 'CTEST_OUTPUT_ON_FAILURE', why: 'how much is printed' },
  { name: 'DOCKER_BUILDKIT', why: 'a switch of the builder' },
  { name: 'DOTNET_NOLOGO', why: 'how much is printed' },
  { name: 'PYTHONUNBUFFERED', why: 'when output appears' },
  { name: 'PYTHONDONTWRITEBYTECODE', why: 'keeps caches from being written' },
  { name: 'PYTHONIOENCODING', why: 'encoding of output' },
  { name: 'PYTHONUTF8', why: 'encoding of output' },
  { name: 'PYTHONHASHSEED', why: 'makes runs repeatable' },
  { name: 'DEBIAN_FRONTEND', why: 'keeps installers from asking' },
  { name: 'NEXT_TELEMETRY_DISABLED', why: 'sends less' },
  { name: 'DO_NOT_TRACK', why: 'sends less' },
  { name: 'HOMEBREW_NO_AUTO_UPDATE', why: 'fetches less' },
  { name: 'PIP_DISABLE_PIP_VERSION_CHECK', why: 'fetches less' },
  { name: 'DOTNET_CLI_TELEMETRY_OPTOUT', why: 'sends less' },
  { name: 'HUSKY', why: 'a switch of commit hooks' },
  { name: 'GIT_OPTIONAL_LOCKS', why: 'takes fewer locks' },
  { name: 'GIT_TERMINAL_PROMPT', why: 'keeps git from asking' },
  { name: 'GIT_AUTHOR_DATE', why: 'a date in a commit' },
  { name: 'GIT_COMMITTER_DATE', why: 'a date in a commit' },
  { name: 'POSIXLY_CORRECT', why: 'stricter reading of options' },
  { name: 'IFS', why: 'how the shell splits words, which are then not known' },
  { name: 'OPTIND', why: 'a counter of the shell' },
  { name: 'CUDA_VISIBLE_DEVICES', why: 'which devices are used' },
  { name: 'OMP_NUM_THREADS', why: 'how many threads are used' },
  { name: 'TOKENIZERS_PARALLELISM', why: 'how many threads are used' },
  { name: 'PGPASSWORD', why: 'a password that only libpq reads' },
  { name: 'MYSQL_PWD', why: 'a password that only the client reads' },
  { name: 'PORT', why: "where a server of one's own listens" },
];

const harmlessNames: ReadonlySet<string> = new Set(harmlessVariables.map(({ name }) => name));

/**
 * Names that load code, choose programs or give options, and that are often already exported: setting one changes every later
 * command even without `export`.
 */
const loading: readonly RegExp[] = [
  /^(?:LD|DYLD|BASH|NPM_CONFIG|npm_config|PIP|GREP|RIPGREP|LESS|DOCKER|KUBE|SSH|PYTHON|PERL5?|RUBY|NODE|JAVA|XDG|GH|UV)_(?:PRELOAD|AUDIT|LIBRARY_PATH|INSERT_LIBRARIES|FRAMEWORK_PATH|DEBUG|ENV|OPTIONS|OPTS|OPT|PATH|CONFIG|CONFIG_PATH|CONFIG_FILE|CONFIG_HOME|DATA_HOME|HOST|CONTEXT|PAGER|EDITOR|BROWSER|STARTUP|HOME|TOOL_OPTIONS|ASKPASS|AUTH_SOCK|TOKEN|REPO|PYTHON|INDEX_URL|LOADABLES_PATH|XTRACEFD|OPEN|CLOSE|\w*shell|\w*SHELL)$/u,
  /^(?:LD|DYLD|BASH|NPM_CONFIG|npm_config|RCLONE)_/u,
  // Recognised by their suffix: RCLONE_SFTP_SSH, RESTIC_PASSWORD_COMMAND, BORG_RSH and variables of unlisted programs.
  /_(?:COMMAND|CMD|PASSCOMMAND|RSH|SSH|ASKPASS|PAGER|EDITOR|HELPER)$/u,
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|EXEC_PATH|PAGER|EDITOR|SEQUENCE_EDITOR|SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|PROXY_COMMAND|EXTERNAL_DIFF|DIFF_OPTS|CONFIG\w*|TEMPLATE_DIR|OBJECT_DIRECTORY|ALTERNATE\w*|COMMON_DIR|NAMESPACE|CEILING\w*|DISCOVERY\w*|TRACE\w*|TR2\w*|ATTR\w*|ALLOW_PROTOCOL|PROTOCOL\w*|SSL\w*|HTTP\w*|REDIRECT\w*|SHELL_PATH|MERGE\w*|NOTES\w*)$/u,
  /^(?:PATH|HOME|SHELL|ENV|CDPATH|PAGER|EDITOR|VISUAL|BROWSER|MANPAGER|MANPATH|LESS|LESSOPEN|LESSCLOSE|LESSKEY|TMPDIR|TMP|TEMP|USER|LOGNAME|SHELLOPTS|BASHOPTS|GLOBIGNORE|EXECIGNORE|FIGNORE|FPATH|FUNCNEST|PS[0-4]|PROMPT_COMMAND|MAIL|MAILPATH|INPUTRC|HISTFILE|TERMINFO|TERMCAP|RUBYOPT|RUBYLIB|PERL5OPT|PERL5LIB|PERL5DB|PERLLIB|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|PYTHONINSPECT|PYTHONWARNINGS|PYTHONBREAKPOINT|NODE_OPTIONS|NODE_PATH|CLASSPATH|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|CC|CXX|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MAKEFILES|MFLAGS|GNUMAKEFLAGS|RUSTC|RUSTC_WRAPPER|RUSTFLAGS|CARGO_HOME|GOFLAGS|GOPATH|GOROOT|GOPROXY|GOTOOLCHAIN|VIMINIT|EXINIT|GCONV_PATH|LOCPATH|NLSPATH|TAR_OPTIONS|GZIP|BZIP2?|XZ_OPT|XZ_DEFAULTS|ZIPOPT|UNZIP|RSYNC_RSH|CVS_RSH|SUDO_ASKPASS|SYSTEMD_PAGER|SYSTEMD_EDITOR|AWS_PAGER|AWS_CONFIG_FILE|KUBECONFIG|KUBE_EDITOR|FCEDIT|FIXME_EDITOR|HGEDITOR|SVN_EDITOR|DELTA_PAGER|BAT_PAGER|BAT_CONFIG_PATH|CURL_HOME|WGETRC|JQ_LIB|AWKPATH|AWKLIBPATH|POSIXLY|COMPOSE_FILE|VIRTUAL_ENV|CONDA_PREFIX|(?:HTTPS?|ALL|FTP)_PROXY|(?:https?|all|ftp)_proxy)$/u,
];

export type VariableNature = 'harmless' | 'loading' | 'other';

export function variableNature(name: string): VariableNature {
  if (harmlessNames.has(name) || /^LC_[A-Z]+$/u.test(name)) return 'harmless';
  return loading.some((pattern) => pattern.test(name)) ? 'loading' : 'other';
}
