import { constants } from 'node:os';
import { fstatSync } from 'node:fs';
import {
  describeLimits,
  failureNotice,
  type Sandbox,
  type SandboxedCall,
  type SandboxedCommand,
  type SandboxProfile,
  type SandboxRefused,
  type Streams,
} from '@permesso/gate/sandbox-calls';

/** The code with which `env`, `timeout` and `docker run` report that they could not start a command. */
export const notStartedExit = 125;

export function refusalText({ message, fix }: SandboxRefused): string {
  return `permesso: not run: ${message}\nfix: ${fix}`;
}

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface HereRun {
  readonly sandbox: Sandbox;
  /** A model reads the output, so a failure caused by the sandbox is explained to it. */
  readonly explains: boolean;
}

/** Uses this process's own streams. A signal is passed on to the command, and the result is then never a success. */
export async function runHere(
  { command, ...call }: Omit<SandboxedCall, 'session'>,
  { sandbox, explains }: HereRun,
): Promise<number> {
  let received: (typeof passedOn)[number] | undefined;
  const stop = new AbortController();
  let pass: ((signal: NodeJS.Signals) => void) | undefined;
  const listeners = passedOn.map((signal) => {
    const listener = (): void => {
      received = signal;
      if (pass === undefined) stop.abort();
      else pass(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    const output = explains ? watchOutput() : undefined;
    const running = await sandbox.start(output?.joined(command) ?? command, {
      ...call,
      streams: output?.streams ?? 'inherit',
      signal: stop.signal,
    });
    pass = running.kill;
    output?.pass(running);
    const { exitCode } = await running.ended;
    if (exitCode !== 0 && received === undefined) output?.explain(call.profile);
    return received === undefined || exitCode !== 0 ? exitCode : 128 + constants.signals[received];
  } catch (error) {
    // Stopped before the command began, so it never starts.
    if (received === undefined) throw error;
    return 128 + constants.signals[received];
  } finally {
    for (const remove of listeners) remove();
  }
}

/** Watches a command's output, on its way to ours, for messages that a sandbox causes. */
interface WatchedOutput {
  readonly streams: Streams;
  /** The command, with stdout and stderr joined where ours are the same: two pipes would lose their order. */
  readonly joined: (command: string) => string;
  readonly pass: (running: SandboxedCommand) => void;
  /** Explains a failure on stderr if the sandbox caused it. */
  readonly explain: (profile: SandboxProfile) => void;
}

/** Enough for any program's last messages. */
const mostKept = 16_384;

function watchOutput(): WatchedOutput {
  // Programs write differently to a terminal, so it is passed on as is; its output is not watched.
  const isTerminal = process.stdout.isTTY || process.stderr.isTTY;
  const isOne = !isTerminal && isSameFile(1, 2);
  let kept = '';
  const keep = (chunk: Buffer): void => {
    kept = (kept + chunk.toString('utf8')).slice(-mostKept);
  };
  return {
    streams: isTerminal ? 'inherit' : 'watched',
    joined: (command) => (isOne ? `exec 2>&1; ${command}` : command),
    pass: ({ stdout, stderr }) => {
      stdout?.on('data', keep).pipe(process.stdout, { end: false });
      stderr?.on('data', keep).pipe(process.stderr, { end: false });
    },
    explain: (profile) => {
      const by = 'hook';
      const why = isTerminal ? describeLimits({ profile, by }) : failureNotice(kept, { profile, by });
      if (why !== undefined) process.stderr.write(`${why}\n`);
    },
  };
}

function isSameFile(a: number, b: number): boolean {
  const [one, other] = [fstatSync(a, { bigint: true }), fstatSync(b, { bigint: true })];
  return one.dev === other.dev && one.ino === other.ino;
}
