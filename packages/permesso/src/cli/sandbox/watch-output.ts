import { fstatSync } from 'node:fs';
import {
  describeLimits,
  failureNotice,
  type SandboxProfile,
  type SandboxedCommand,
  type Streams,
} from '@permesso/gate/sandbox-calls';

/** The output of a command on its way to ours, looked at for what a sandbox makes programs say. */
export interface WatchedOutput {
  readonly streams: Streams;
  /** The command, with both streams made one where ours are one: through two pipes their order would be lost. */
  readonly joined: (command: string) => string;
  readonly pass: (running: SandboxedCommand) => void;
  /** Says on stderr why it failed, where the sandbox is why. */
  readonly explain: (profile: SandboxProfile) => void;
}

/** Enough for the last words of any program. */
const mostKept = 16_384;

export function watchOutput(): WatchedOutput {
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
