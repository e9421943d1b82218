/** Why a command was not started. It is never run without a sandbox instead. */
export type RefusalReason =
  | 'platform'
  | 'root'
  | 'nested'
  | 'engine missing'
  | 'engine version'
  | 'engine inside'
  | 'not proven'
  | 'profile'
  | 'changed'
  | 'failed';

/**
 * The command was not started: nothing of it has run.
 *
 * @example
 * ```ts
 * import { runSandboxed, SandboxRefused, type RunSandboxedOptions } from '@permesso/gate/sandbox';
 * const tryRun = async (command: string, options: RunSandboxedOptions) =>
 *   await runSandboxed(command, options).catch((error: unknown) => {
 *     if (error instanceof SandboxRefused) return error.fix;
 *     throw error;
 *   });
 * ```
 */
export class SandboxRefused extends Error {
  readonly reason: RefusalReason;
  readonly fix: string;

  constructor(reason: RefusalReason, { message, fix }: { readonly message: string; readonly fix: string }) {
    super(message);
    this.name = 'SandboxRefused';
    this.reason = reason;
    this.fix = fix;
  }
}
