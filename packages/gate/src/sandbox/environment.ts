/**
 * Variables with which a shell or the loader runs other code. The engine starts a shell before its filter of system
 * calls is on, so they are dropped even where a profile names them.
 */
const runsCode =
  /^(?:LD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|PS4|PROMPT_COMMAND|GCONV_PATH|LOCPATH|GLIBC_TUNABLES|MALLOC_.*|SRT_.*)$/;

export interface Environment {
  /** Names that are kept. */
  readonly kept: readonly string[];
  readonly from: Readonly<Record<string, string | undefined>>;
  /** Where the command finds its scratch directory. */
  readonly scratch: string;
}

/** Everything a sandboxed command inherits. Removed before the engine starts: inside, /proc/1/environ shows the engine's own. */
export function sandboxEnvironment({ kept, from, scratch }: Environment): Record<string, string> {
  const names = new Set(kept);
  const inherited = Object.entries(from).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && names.has(entry[0]) && !runsCode.test(entry[0]),
  );
  const path = names.has('PATH') ? from['PATH'] : undefined;
  return {
    ...Object.fromEntries(inherited),
    TMPDIR: scratch,
    // Caches in the home directory are shared with other projects, so a sandboxed command gets its own.
    XDG_CACHE_HOME: `${scratch}/.cache`,
    npm_config_cache: `${scratch}/.cache/npm`,
    // `pip install` for the user lands in the session's own place; the system's packages are read-only anyway.
    PYTHONUSERBASE: `${scratch}/.local`,
    PIP_BREAK_SYSTEM_PACKAGES: '1',
    ...(path === undefined ? {} : { PATH: `${path}:${scratch}/.local/bin` }),
    [insideMark]: '1',
  };
}

/** Set inside, so that a second sandbox is refused in words instead of failing at its start. */
const insideMark = 'PERMESSO_SANDBOX';

/** Marks that this sandbox and others leave in the environment of what they run. */
export const nestedMarks: readonly string[] = [insideMark, 'SANDBOX_RUNTIME', 'CODEX_SANDBOX'];
