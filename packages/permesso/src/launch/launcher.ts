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

/** The exit code by which the hook says that it has answered: a file that was emptied or replaced ends with 0. */
export const answered = 42;

/** The same where the answer is a denial by exit code, whose reason is already on stderr. */
export const answeredNo = 43;

/** In the command line of every process of the launcher, and of nothing that an agent starts otherwise. */
export const launcherMark = '--launched yes';

/**
 * What changes the program that decides. Repositories can set variables for the agent's children, in `.env` files or in
 * settings; NODE_OPTIONS alone is enough to load a file that approves. What steers the shell or the loader
 * itself (BASH_ENV, BASH_FUNC_*, LD_PRELOAD, LD_AUDIT) cannot be undone here: it has acted before this line is read.
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
  /** Whose policy counts; by HOME when absent. */
  readonly places?: LaunchPlaces;
  /** Directory where the hook is kept compiled: it then starts in half the time. */
  readonly compiled?: string;
  /** Asked first, for a reply at once; where it gives none, the hook is started as ever. */
  readonly resident?: ShellClient;
  /** Printed when the hook failed, for a host that ignores the exit code. Exit code 2 and a line on stderr when absent. */
  readonly failure?: string;
}

/**
 * Node's options for a process that ends after one call, a quarter of its processor time together: room in which it ends before any
 * garbage is collected, no code made faster that runs a few times, and hash tables as Node was built, not hashed again with a seed of
 * this process. With a known seed a call can slow these tables down, so only where `timeout` ends such a process, which denies it.
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

/** Without a process that could say it: the file that is gone, in the shell's `$f`. */
const missing =
  'Permesso: $f is missing, so this call is denied. Run `npx permesso init` to repair the hook, or `npx permesso uninstall` to remove it.';

const failed = 'Permesso: the permission hook failed, so this call is denied. Run `permesso doctor`.';

/**
 * The command that a host is given. Every way in which the hook can fail to answer (no node, no file, killed, out of
 * memory, somebody else's file) ends in the host's own no.
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
  // Held back until it is known to be an answer: Gemini obeys an allow on stdout whatever the exit code says.
  const gone = failure === undefined ? 'exit 2' : `printf '%s\\n' ${quote(failure)}; exit 0`;
  const present = `for f in ${quote(node)} ${quote(hook)}; do [ -r "$f" ] || { echo "${missing.replaceAll('`', '\\`')}" >&2; ${gone}; }; done; `;
  const end = `code=$?; if [ $code -eq ${answered} ]; then printf %s "$out"; ${no}; fi`;
  if (resident === undefined) return `${present}out=$(${clean}${cold}); ${end}`;
  const asked = '${id:+--request "$id"}';
  return `${clean}id=; ${residentFirst(launch, resident)}${present}out=$(printf %s "$in" | ${cold} ${asked}); ${end}`;
}

/**
 * The command that a host is given for after a call. It says nothing and waits for nothing: the entry is written while the
 * agent goes on, and where that fails the log has a call without an end.
 */
export function afterLine(launch: Told, platform: string = process.platform): string {
  if (platform === 'win32' && startedByPowerShell.has(launch.host))
    return tellingInPowerShell(toldInPowerShell(launch, 'after'));
  // A shell gives what it leaves behind an empty standard input, unless it is told otherwise.
  return `${cleaned(launch)}exec 3<&0; ${toldLine(launch, 'after')} <&3 3<&- >/dev/null 2>&1 & exit 0`;
}

/** The same for what is told of every turn and matters in few: a shell ends at once where this text is not in it. */
export function afterLineIf(mentioned: string, launch: Told, platform: string = process.platform): string {
  if (platform === 'win32' && startedByPowerShell.has(launch.host)) return afterLine(launch, platform);
  const record = `printf %s "$in" | ${toldLine(launch, 'after')} >/dev/null 2>&1 &`;
  return `${cleaned(launch)}in=$(cat); case "$in" in *${quote(mentioned)}*) ${record} ;; esac; exit 0`;
}

/**
 * The command that a host is given for a message of the person. It says nothing, and the agent waits for it: the first call may need
 * what was ordered. Where it fails, nothing was named.
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
 * Asks the resident process and ends with its answer. A reply counts only where it repeats this request's nonce and the digest
 * of this payload, from a socket of this user's own; everything else goes on to the hook, with the same payload.
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
    // A host that ignores exit codes is given its own words by the hook.
    failure === undefined ? denied : '',
    'esac; fi; ',
  ].join('');
}

/** HOME, XDG_CONFIG_HOME and XDG_STATE_HOME as the hook will have them, as words of a shell. */
function environmentWords(places: LaunchPlaces | undefined): string {
  if (places === undefined || places === 'account') return '"$HOME" "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"';
  return [places.home, dirname(places.config), dirname(places.state)].map(quote).join(' ');
}

/** What the launcher must print itself, for a host that ignores the exit code. */
export function failureFor(host: HookHost): Pick<Launch, 'failure'> {
  return host.ignoresExitCode === true
    ? { failure: host.toReply({ verdict: 'deny', reason: failed }).stdout }
    : {};
}

export function quote(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
