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

/** As `env`, `timeout` and `docker run` say that they could not start a command. */
export const notStartedExit = 125;

export function refusalText({ message, fix }: SandboxRefused): string {
  return `permesso: not run: ${message}\nfix: ${fix}`;
}

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface HereRun {
  readonly sandbox: Sandbox;
  /** A model reads the output, so a failure that the sandbox caused is explained to it. */
  readonly explains: boolean;
}

/** With this process's own streams. A signal goes to the command, and then the end is never a success. */
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
    // Before the command began: it never does.
    if (received === undefined) throw error;
    return 128 + constants.signals[received];
  } finally {
    for (const remove of listeners) remove();
  }
}

/** The output of a command on its way to ours, looked at for what a sandbox makes programs say. */
interface WatchedOutput {
  readonly streams: Streams;
  /** The command, with both streams made one where ours are one: through two pipes their order would be lost. */
  readonly joined: (command: string) => string;
  readonly pass: (running: SandboxedCommand) => void;
  /** Says on stderr why it failed, where the sandbox is why. */
  readonly explain: (profile: SandboxProfile) => void;
}

/** Enough for the last words of any program. */
const mostKept = 16_384;

function watchOutput(): WatchedOutput {
  // A program draws otherwise for a terminal, so that stays one; what is drawn there is not read.
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
