import { messageOf } from '@permesso/engine/internal/errors';
import { findEngine } from './find-engine.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';
import type { SandboxProfile } from './profile.ts';
import { SandboxRefused } from './refusal.ts';

/** What is known of the sandbox of this machine: a fact for decisions. */
export interface SandboxFact {
  readonly engine: string;
  readonly version: string;
  /** A canary tried to get out, as the user that runs the calls, and did not. */
  readonly proven: boolean;
  readonly whyNot?: string;
}

/** What is tried: nothing writable but the scratch directory. */
const empty: SandboxProfile = { writable: [], readOnly: [], hidden: [], hosts: [], environment: [] };

/** Finds the engine and proves it, unless that was done before. Never throws: what is wrong is the reason. */
export async function findSandbox(
  options: SandboxOptions & { readonly hosts?: boolean } = {},
): Promise<SandboxFact> {
  const engine = 'sandbox-runtime';
  let version = '';
  const sandbox = openSandbox(options);
  try {
    ({ version } = findEngine(options.engine));
    const hosts = options.hosts === true ? ['canary.invalid'] : [];
    const running = await sandbox.start('true', { profile: { ...empty, hosts }, cwd: '/' });
    const { exitCode } = await running.ended;
    if (exitCode === 0) return { engine, version, proven: true };
    return { engine, version, proven: false, whyNot: `a command that does nothing ended with ${exitCode}` };
  } catch (error) {
    const whyNot = error instanceof SandboxRefused ? `${error.message} fix: ${error.fix}` : messageOf(error);
    return { engine, version, proven: false, whyNot };
  } finally {
    await sandbox.close();
  }
}
