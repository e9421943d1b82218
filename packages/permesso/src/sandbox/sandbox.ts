import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openSandbox, type CommandOptions, type Sandbox, type SandboxOptions } from './open-sandbox.ts';

export { openSandbox, type CommandOptions, type Sandbox, type SandboxOptions } from './open-sandbox.ts';
export { profileDigest, readProfile, type SandboxProfile } from './profile.ts';
export { findSandbox, type SandboxFact } from './sandbox-fact.ts';
export { SandboxRefused, type RefusalReason } from './refusal.ts';
export type { SandboxedCommand, SandboxedEnd } from './start-command.ts';

export interface RunSandboxedOptions extends CommandOptions {
  /** A sandbox that is open already; else one is opened for this command. */
  readonly sandbox?: Sandbox;
  readonly open?: SandboxOptions;
  /** For the command's standard input; empty when absent. */
  readonly input?: string;
}

export interface RanSandboxed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of bash in the sandbox and collects what it prints. Rejects with `SandboxRefused` where nothing was run. */
export async function runSandboxed(command: string, options: RunSandboxedOptions): Promise<RanSandboxed> {
  const sandbox = options.sandbox ?? openSandbox(options.open);
  try {
    const running = await sandbox.start(command, { ...options, streams: 'pipe' });
    // A command that does not read its input closes it: that is no failure of ours.
    running.stdin?.on('error', () => {});
    running.stdin?.end(options.input ?? '');
    const [stdout, stderr, { exitCode }] = await Promise.all([
      text(running.stdout ?? Readable.from([])),
      text(running.stderr ?? Readable.from([])),
      running.ended,
    ]);
    return { exitCode, stdout, stderr };
  } finally {
    if (options.sandbox === undefined) await sandbox.close();
  }
}
