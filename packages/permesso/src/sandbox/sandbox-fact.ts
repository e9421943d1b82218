import { resolve } from 'node:path';
import { messageOf } from '@permesso/engine/internal/errors';
import type { SandboxFact } from '@permesso/engine/internal/world/world';
import { findEngine } from './find-engine.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';
import type { SandboxProfile } from './profile.ts';
import { SandboxRefused } from './refusal.ts';

export type { SandboxFact } from '@permesso/engine/internal/world/world';

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
    if (exitCode === 0) return { engine, version, proven: true, path: lookedUpIn() };
    return { engine, version, proven: false, whyNot: `a command that does nothing ended with ${exitCode}` };
  } catch (error) {
    const whyNot = error instanceof SandboxRefused ? `${error.message} fix: ${error.fix}` : messageOf(error);
    return { engine, version, proven: false, whyNot };
  } finally {
    await sandbox.close();
  }
}

/** An empty entry is the working directory, which sandboxed calls may write to: it is kept as what it means. */
function lookedUpIn(): readonly string[] {
  return (process.env['PATH'] ?? '').split(':').map((directory) => resolve(directory));
}
