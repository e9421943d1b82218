import { dirname } from 'node:path';
import { residentProtocol } from './resident-places.ts';
import { connected, endsByItself, type ShellClient } from './shell-client.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { placeWords, type LaunchPlaces } from './launch-places.ts';
import {
  decidingInPowerShell,
  type PowerShellLaunch,
  startedByPowerShell,
  tellingInPowerShell,
} from './powershell-line.ts';

/** The exit code with which the hook says that it has answered: an emptied or replaced file exits with 0. */
export const answered = 42;

/** The same for a denial by exit code, whose reason is already on stderr. */
export const answeredNo = 43;

/** On the command line of every process of the launcher, and of nothing else that an agent starts. */
export const launcherMark = '--launched yes';

/**
 * Variables that change the program that decides. Repositories can set variables for the agent's children, in `.env`
 * files or in settings; NODE_OPTIONS alone is enough to load a file that approves. Variables that control the shell
 * or the loader itself (BASH_ENV, BASH_FUNC_*, LD_PRELOAD, LD_AUDIT) cannot be undone here: they take effect before
 * this line is read.
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
  /** Absolute paths: PATH belongs to the agent. */
  readonly node: string;
  readonly hook: string;
  /** This machine's `timeout`, if it has one: a process that hangs cannot enforce its own deadline. */
  readonly timeout?: string;
  readonly host: string;
  /** Seconds after which the hook itself answers. */
  readonly deadline: number;
  readonly ask?: string;
  /** Variables that were unset at installation, so that a value set since is not the person's. */
  readonly without?: readonly string[];
  /** Whose policy applies; by HOME when absent. */
  readonly places?: LaunchPlaces;
  /** The hook's compile cache, which halves its start-up time. */
  readonly compiled?: string;
  /** Asked first, for an immediate reply; without one the hook is started as usual. */
  readonly resident?: ShellClient;
  /**
   * Printed when the hook failed, for a host that ignores the exit code. Exit code 2 and a line on stderr when
   * absent.
   */
  readonly failure?: string;
}

/**
 * Node's options for a process that exits after one call; together they save a quarter of its processor time: enough
 * heap to finish before any garbage collection, no optimising of code that runs a few times, and Node's built-in hash
 * seed instead of rehashing with one of this process. With a known seed a call can slow hash tables down, so these
 * are used only where `timeout` kills such a process, which denies it.
 */
export function coldOptions({ timeout }: Pick<Launch, 'timeout'>): readonly string[] {
  const options = [
    '--min-semi-space-size=16',
    '--no-sparkplug',
    '--no-regexp-peephole-optimization',
    '--regexp-tier-up-ticks=10',
  ];
  return timeout === undefined ? options : [...options, '--no-rehash-snapshot'];
}

/** For a missing file (the shell's `$f`), when there is no process to report it. */
const missing =
  'Permesso: $f is missing, so this call is denied. Run `npx permesso init` to repair the hook, or `npx permesso uninstall` to remove it.';

const failed = 'Permesso: the permission hook failed, so this call is denied. Run `permesso doctor`.';

/**
 * The command that a host is given. Every way in which the hook can fail to answer (no node, no file, killed, out of
 * memory, a foreign file) ends in the host's own denial.
 */
export function launchLine(launch: Launch, platform: string = process.platform): string {
  const { node, hook, timeout, host, deadline, ask, without = [], compiled, resident, failure } = launch;
  const { places } = launch;
  const words = [
    ...(timeout === undefined ? [] : [timeout, '-s', 'KILL', String(deadline + 2)]),
    node,
    ...coldOptions(launch),
    hook,
    host,
    '--deadline',
    String(deadline),
    ...(ask === undefined ? [] : ['--ask', ask]),
    ...(compiled === undefined ? [] : ['--compiled', compiled]),
    ...placeWords(places),
    ...(resident === undefined ? [] : ['--resident', 'yes']),
    '--launched',
    'yes',
  ];
  if (platform === 'win32' && startedByPowerShell.has(host))
    return decidingInPowerShell(
      { words, cleared: [...steering, ...without] },
      { answered, answeredNo, failed },
    );
  const clean = `unset ${[...steering, ...without].join(' ')}; `;
  const cold = words.map(quote).join(' ');
  const no =
    failure === undefined
      ? `elif [ $code -eq ${answeredNo} ]; then exit 2; else echo ${quote(failed)} >&2; exit 2`
      : `else printf '%s\\n' ${quote(failure)}`;
  // Held back until it is known to be an answer: Gemini obeys an allow on stdout whatever the exit code is.
  const gone = failure === undefined ? 'exit 2' : `printf '%s\\n' ${quote(failure)}; exit 0`;
  const present = `for f in ${quote(node)} ${quote(hook)}; do [ -r "$f" ] || { echo "${missing.replaceAll('`', '\\`')}" >&2; ${gone}; }; done; `;
  const end = `code=$?; if [ $code -eq ${answered} ]; then printf %s "$out"; ${no}; fi`;
  if (resident === undefined) return `${present}out=$(${clean}${cold}); ${end}`;
  const asked = '${id:+--request "$id"}';
  return `${clean}id=; ${residentFirst(launch, resident)}${present}out=$(printf %s "$in" | ${cold} ${asked}); ${end}`;
}

/**
 * The host's command for after a call. It prints nothing and does not wait: the entry is written while the agent
 * continues, and if that fails the log has a call without an end.
 */
export function afterLine(launch: Told, platform: string = process.platform): string {
  if (platform === 'win32' && startedByPowerShell.has(launch.host))
    return tellingInPowerShell(toldInPowerShell(launch, 'after'));
  // A shell gives background processes an empty standard input unless told otherwise.
  return `${cleaned(launch)}exec 3<&0; ${toldLine(launch, 'after')} <&3 3<&- >/dev/null 2>&1 & exit 0`;
}

/**
 * The same for an event of every turn that rarely matters: the shell exits at once unless the input contains this
 * text.
 */
export function afterLineIf(mentioned: string, launch: Told, platform: string = process.platform): string {
  if (platform === 'win32' && startedByPowerShell.has(launch.host)) return afterLine(launch, platform);
  const record = `printf %s "$in" | ${toldLine(launch, 'after')} >/dev/null 2>&1 &`;
  return `${cleaned(launch)}in=$(cat); case "$in" in *${quote(mentioned)}*) ${record} ;; esac; exit 0`;
}

/**
 * The host's command for a person's message. It prints nothing, and the agent waits for it: the first call may depend
 * on the orders in the message. If it fails, nothing counts as ordered.
 */
export function promptLine(launch: Told, platform: string = process.platform): string {
  if (platform === 'win32' && startedByPowerShell.has(launch.host))
    return tellingInPowerShell(toldInPowerShell(launch, 'prompt'));
  return `${cleaned(launch)}${toldLine(launch, 'prompt')} >/dev/null 2>&1; exit 0`;
}

type Told = Pick<Launch, 'node' | 'hook' | 'timeout' | 'host' | 'without' | 'places'>;

function cleaned({ without = [] }: Told): string {
  return `unset ${[...steering, ...without].join(' ')}; `;
}

function toldInPowerShell(launch: Told, event: 'after' | 'prompt'): PowerShellLaunch {
  return { words: toldWords(launch, event), cleared: [...steering, ...(launch.without ?? [])] };
}

function toldLine(launch: Told, event: 'after' | 'prompt'): string {
  return toldWords(launch, event).map(quote).join(' ');
}

function toldWords(
  { node, hook, timeout, host, places }: Told,
  event: 'after' | 'prompt',
): readonly string[] {
  const killed = timeout === undefined ? [] : [timeout, '-s', 'KILL', event === 'after' ? '30' : '8'];
  return [...killed, node, hook, host, '--event', event, ...placeWords(places), ...launcherMark.split(' ')];
}

/**
 * Asks the resident process and exits with its answer. A reply counts only if it repeats this request's nonce and the
 * digest of this payload, from a socket owned by this user; otherwise the hook gets the same payload.
 */
function residentFirst({ host, ask = '', failure, places }: Launch, client: ShellClient): string {
  const { socket, connect, timeout, sha256sum, cat, patience = 0.3 } = client;
  const path = quote(socket);
  const limit = endsByItself(connect) ? [] : [timeout, '-s', 'KILL', String(patience)];
  const asked = [...limit, ...connected(connect, { path: socket, patience })].map(quote).join(' ');
  const denied = `"$head ${answeredNo} "*) printf '%s\\n' "\${said#"$head ${answeredNo} "}" >&2; exit 2;; `;
  return [
    `in=$(${quote(cat)}; echo x); in=\${in%x}; `,
    `if [ -S ${path} ] && [ -O ${path} ] && read -r up _ </proc/uptime && read -r id </proc/sys/kernel/random/uuid; then `,
    `sum=$(printf %s "$in" | ${quote(sha256sum)}); head="${residentProtocol} $id \${sum%% *}"; `,
    `said=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$head ${host} $up ${patience} $$ ${ask}" ${environmentWords(places)} "$PWD" "$CLAUDE_PROJECT_DIR" "$in" | ${asked} 2>/dev/null); `,
    `case $said in "$head ${answered} "*) printf %s "\${said#"$head ${answered} "}"; exit 0;; `,
    // For a host that ignores exit codes the hook prints the answer itself.
    failure === undefined ? denied : '',
    'esac; fi; ',
  ].join('');
}

/** HOME, XDG_CONFIG_HOME and XDG_STATE_HOME as the hook will have them, as shell words. */
function environmentWords(places: LaunchPlaces | undefined): string {
  if (places === undefined || places === 'account') return '"$HOME" "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"';
  return [places.home, dirname(places.config), dirname(places.state)].map(quote).join(' ');
}

/** The launcher's own output on failure, for a host that ignores the exit code. */
export function failureFor(host: HookHost): Pick<Launch, 'failure'> {
  return host.ignoresExitCode === true
    ? { failure: host.toReply({ verdict: 'deny', reason: failed }).stdout }
    : {};
}

export function quote(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
