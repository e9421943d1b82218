import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { definedFields } from '@permesso/engine/call';
import { failureNotice } from './failure-notice.ts';
import { feedInput } from './session/feed-input.ts';
import { openSandbox, type CommandOptions, type Sandbox, type SandboxOptions } from './open-sandbox.ts';

export { openSandbox, type CommandOptions, type Sandbox, type SandboxOptions } from './open-sandbox.ts';
export { profileDigest, readProfile, type SandboxProfile } from './read-profile.ts';
export { findSandbox, type SandboxFact } from './sandbox-fact.ts';
export { SandboxRefused, type RefusalReason } from './refusal.ts';
export { openSession, type RanInSession, type SessionSandbox } from './session/session-sandbox.ts';
export type { SessionCommand } from './session/running-server.ts';
export type { SandboxedCommand, SandboxedEnd } from './sandboxed-command.ts';

/** What a command may reach, where it starts, its standard input, and the sandbox to use. */
export interface RunSandboxedOptions extends CommandOptions {
  /** An open sandbox; by default one is opened for this command. */
  readonly sandbox?: Sandbox;
  readonly open?: SandboxOptions;
  /** Standard input of the command. Default: empty. */
  readonly input?: string;
}

/** What a sandboxed command printed, and how it ended. */
export interface RanSandboxed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** For the model: the command seems to have failed because of the sandbox, and what to request. */
  readonly notice?: string;
}

/**
 * Runs a bash command in the sandbox and collects its output. Rejects with `SandboxRefused` if nothing was run.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { findSandbox, runSandboxed } from '@permesso/gate/sandbox';
 * const gate = createGate({ policy: { sandbox: 'on' }, sandbox: await findSandbox() });
 * const { verdict, decision } = await gate.authorize({ tool: 'Bash', input: { command: 'npm test' } });
 * if (verdict === 'allow' && decision.sandbox !== undefined)
 *   console.log(await runSandboxed('npm test', { profile: decision.sandbox.profile, cwd: process.cwd() }));
 * ```
 */
export async function runSandboxed(command: string, options: RunSandboxedOptions): Promise<RanSandboxed> {
  const sandbox = options.sandbox ?? openSandbox(options.open);
  try {
    const running = await sandbox.start(command, { ...options, streams: 'pipe' });
    const [stdout, stderr, { exitCode }] = await Promise.all([
      text(running.stdout ?? Readable.from([])),
      text(running.stderr ?? Readable.from([])),
      running.ended,
      feedInput(running.stdin, options.input ?? ''),
    ]);
    const notice =
      exitCode === 0
        ? undefined
        : failureNotice(`${stderr}\n${stdout}`, { profile: options.profile, by: 'library' });
    return { exitCode, stdout, stderr, ...definedFields({ notice }) };
  } finally {
    if (options.sandbox === undefined) await sandbox.close();
  }
}
