import { messageOf } from '@permesso/engine/call';
import type { SandboxFact } from '@permesso/engine/world';
import { findEngine } from './find-engine.ts';
import { lookedUpIn } from './known-sandbox.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';
import type { SandboxProfile } from './read-profile.ts';
import { SandboxRefused } from './refusal.ts';

export type { SandboxFact } from '@permesso/engine/world';

/** What is tried: nothing writable but the scratch directory. */
const empty: SandboxProfile = { writable: [], readOnly: [], hidden: [], hosts: [], environment: [] };

export interface FindSandboxOptions extends SandboxOptions {
  /** Prove it with hosts listed, too. */
  readonly hosts?: boolean;
  /** Commands run with `run` of `openSession`: decisions then know that servers of earlier calls can be reached. */
  readonly forSession?: boolean;
}

/**
 * Finds the engine and proves it, unless that was done before. Never throws: if something is wrong, the result has
 * the reason.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { findSandbox } from '@permesso/gate/sandbox';
 * const sandbox = await findSandbox();
 * if (!sandbox.proven) console.warn(sandbox.whyNot);
 * const gate = createGate({ policy: { sandbox: 'on' }, sandbox });
 * ```
 */
export async function findSandbox(options: FindSandboxOptions = {}): Promise<SandboxFact> {
  const engine = 'sandbox-runtime';
  let version = '';
  const sandbox = openSandbox(options);
  try {
    ({ version } = findEngine(options.engine));
    const hosts = options.hosts === true ? ['canary.invalid'] : [];
    const running = await sandbox.start('true', { profile: { ...empty, hosts }, cwd: '/' });
    const { exitCode } = await running.ended;
    if (exitCode === 0)
      return {
        engine,
        version,
        proven: true,
        path: lookedUpIn(),
        ...(options.forSession === true ? { session: true } : {}),
      };
    return { engine, version, proven: false, whyNot: `a command that does nothing ended with ${exitCode}` };
  } catch (error) {
    const whyNot = error instanceof SandboxRefused ? `${error.message} fix: ${error.fix}` : messageOf(error);
    return { engine, version, proven: false, whyNot };
  } finally {
    await sandbox.close();
  }
}
