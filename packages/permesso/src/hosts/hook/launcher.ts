import type { HookHost } from './host.ts';

/** The exit code by which the hook says that it has answered: a file that was emptied or replaced ends with 0. */
export const answered = 42;

/** The same where the answer is a no by exit code, whose reason stands on stderr already. */
export const answeredNo = 43;

/** In the command line of every process of the launcher, and of nothing that an agent starts otherwise. */
export const launcherMark = '--launched yes';

/**
 * What changes the program that decides. Repositories can set variables for the agent's children, in `.env` files or in
 * settings; NODE_OPTIONS alone is enough to load a file that says yes. What steers the shell or the loader
 * itself (BASH_ENV, LD_PRELOAD) cannot be undone here: it has acted before this line is read.
 */
export const steering: readonly string[] = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
];

export interface Launch {
  /** Absolute paths: the agent's PATH is the agent's. */
  readonly node: string;
  readonly hook: string;
  /** `timeout` of this machine, where it has one: a process that hangs cannot run its own deadline. */
  readonly timeout?: string;
  readonly host: string;
  /** Seconds after which the hook itself answers. */
  readonly deadline: number;
  readonly ask?: string;
  /** Variables that were not set when this was written, so that a value set since is not the person's. */
  readonly without?: readonly string[];
  /** Directory where the hook is kept compiled: it then starts in half the time. */
  readonly compiled?: string;
  /** Printed when the hook failed, for a host that ignores the exit code. Exit code 2 and a line on stderr when absent. */
  readonly failure?: string;
}

const failed = 'Permesso: the permission hook failed, so this call is denied. Run `permesso doctor`.';

/**
 * The command that a host is given. Every way in which the hook can fail to answer (no node, no file, killed, out of
 * memory, somebody else's file) ends in the host's own no.
 */
export function launchLine(launch: Launch): string {
  const { node, hook, timeout, host, deadline, ask, without = [], compiled, failure } = launch;
  const words = [
    ...(timeout === undefined ? [] : [timeout, '-s', 'KILL', String(deadline + 2)]),
    node,
    hook,
    host,
    '--deadline',
    String(deadline),
    ...(ask === undefined ? [] : ['--ask', ask]),
    ...(compiled === undefined ? [] : ['--compiled', compiled]),
    '--launched',
    'yes',
  ];
  const line = `unset ${[...steering, ...without].join(' ')}; ${words.map(quote).join(' ')}`;
  const no =
    failure === undefined
      ? `elif [ $code -eq ${answeredNo} ]; then exit 2; else echo ${quote(failed)} >&2; exit 2`
      : `else printf '%s\\n' ${quote(failure)}`;
  // Held back until it is known to be an answer: Gemini obeys a yes on stdout whatever the exit code says.
  return `out=$(${line}); code=$?; if [ $code -eq ${answered} ]; then printf %s "$out"; ${no}; fi`;
}

/** What the launcher must print itself, for a host that ignores the exit code. */
export function failureFor(host: HookHost): Pick<Launch, 'failure'> {
  return host.ignoresExitCode === true
    ? { failure: host.toReply({ verdict: 'deny', reason: failed }, undefined).stdout }
    : {};
}

function quote(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
