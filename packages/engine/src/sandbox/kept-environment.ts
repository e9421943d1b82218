/**
 * Variables that a sandboxed call keeps, by what they are for. Everything else is removed before the engine starts: most
 * secrets of a machine are in variables that nobody listed.
 */
const rows: readonly { readonly of: string; readonly names: string }[] = [
  { of: 'the user and the shell', names: 'HOME USER LOGNAME SHELL PATH PWD OLDPWD SHLVL HOSTNAME' },
  {
    of: 'language and time',
    names: 'LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY TZ',
  },
  { of: 'how output looks', names: 'TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CI' },
  { of: 'directories for passing files', names: 'TMPDIR TEMP TMP' },
  {
    of: 'where tools are installed',
    names:
      'VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT JAVA_HOME GOROOT GOPATH GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR PNPM_HOME BUN_INSTALL RBENV_ROOT GEM_HOME ANDROID_HOME DOTNET_ROOT',
  },
  { of: 'how a project runs', names: 'NODE_ENV PYTHONPATH PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG' },
];

export const keptEnvironment: readonly { readonly name: string; readonly of: string }[] = rows.flatMap(
  ({ of, names }) => names.split(' ').map((name) => ({ name, of })),
);
