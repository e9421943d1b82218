import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { failed } from '../engine-client.ts';
import { sandboxEnvironment } from '../environment.ts';
import type { MacEngine } from '../find-engine.ts';
import type { Placeholders } from '../placeholders.ts';
import {
  engineConfig,
  temporaryOf,
  whenEnded,
  writablePlaces,
  type SandboxedCommand,
  type SandboxedEnd,
  type StartOptions,
} from '../sandboxed-command.ts';
import { closingStatements, seatbeltProblem } from './check-seatbelt.ts';
import { readSeatbelt, type SeatbeltPlan } from './read-seatbelt.ts';

type MacOptions = StartOptions<MacEngine>;

interface SeatbeltStart {
  readonly options: MacOptions;
  readonly places: Placeholders;
}

/** Runs a command under the profile that the engine wrote, once it says what was asked for and no more. */
export async function startUnderSeatbelt(
  command: string,
  { options, places }: SeatbeltStart,
): Promise<SandboxedCommand> {
  const { engine, prepared } = options;
  const hosts = prepared.hosts;
  let ended: (() => void) | undefined;
  const clean = async (): Promise<void> => {
    ended?.();
    await places.release();
  };
  try {
    const config = engineConfig(options, places.places);
    const wrapped = await options.client().wrap({ command, hosts, config });
    ({ ended } = wrapped);
    const plan = readSeatbelt(wrapped.line, { shell: engine.shell, command });
    if (plan === undefined) throw failed('its profile is of a form that Permesso does not know');
    const problem = seatbeltProblem(plan, {
      writable: writablePlaces(options),
      readOnly: places.places,
      hidden: prepared.hidden,
      hasHosts: hosts.length > 0,
      runFolder: wrapped.runFolder,
    });
    if (problem !== undefined) throw failed(problem);
    const profile = plan.profile + closingStatements(wrapped.runFolder);
    return await spawnUnder(profile, { command, options, plan, clean });
  } catch (error) {
    await clean();
    throw error;
  }
}

/** Says on descriptor 3 that the profile is in force, closes every file but the three, and becomes the command. */
const start =
  'echo >&3; for each in /dev/fd/*; do each=${each##*/}; [ "$each" -gt 2 ] && eval "exec $each>&-"; done; exec "$0" --norc -c "$1"';

interface SpawnContext {
  readonly command: string;
  readonly options: MacOptions;
  readonly plan: SeatbeltPlan;
  readonly clean: () => Promise<void>;
}

async function spawnUnder(
  profile: string,
  { command, options, plan, clean }: SpawnContext,
): Promise<SandboxedCommand> {
  const { engine, prepared, env, streams } = options;
  const output = streams === 'watched' ? 'pipe' : streams;
  // Without `--norc` bash takes the pipe on its standard input for a remote login, and runs ~/.bashrc.
  const words = ['-p', profile, engine.shell, '--norc', '-c', start, engine.shell, command];
  const child = spawn(engine.seatbelt, words, {
    cwd: prepared.cwd,
    env: {
      ...sandboxEnvironment({ kept: prepared.environment, from: env, scratch: temporaryOf(options) }),
      ...proxyVariables(plan),
    },
    stdio: [streams === 'pipe' ? 'pipe' : 'inherit', output, output, 'pipe'],
    // A session of its own: without a terminal, and with a group of processes that ends with it.
    detached: true,
  });
  const group = -(child.pid ?? 0);
  let hasStarted = false;
  const report = child.stdio[3] as Readable;
  const started = new Promise<void>((resolve) => {
    report.once('data', () => {
      hasStarted = true;
      resolve();
    });
  });
  const closed = new Promise<SandboxedEnd>((resolve, reject) => {
    child.once('error', (error) => reject(failed(error.message)));
    child.once('exit', () => {
      if (child.pid !== undefined) signalGroup(group, 'SIGKILL');
    });
    child.once('close', (code, signal) => {
      if (!hasStarted)
        reject(failed(`sandbox-exec ended with ${signal ?? `code ${code}`} before the command began`));
      else resolve({ exitCode: code ?? 128 + constants.signals[signal ?? 'SIGKILL'] });
    });
  });
  const ended = whenEnded(closed, clean);
  await Promise.race([started, ended]);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    kill: (signal) => {
      if (signal === 'SIGKILL') signalGroup(group, signal);
      else child.kill(signal);
    },
  };
}

/** What the engine sets where there are hosts. Its temporary directory is another. */
function proxyVariables({ variables }: SeatbeltPlan): Readonly<Record<string, string>> {
  return Object.fromEntries([...variables].filter(([name]) => name !== 'TMPDIR'));
}

/** Its processes may all have ended. */
function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(group, signal);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
  }
}
