import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, messageOf } from '@permesso/engine/call';
import type { SandboxFact } from '@permesso/engine/world';
import { findEngine } from './find-engine.ts';
import { proofFile, proofKey, readProofs } from './proof-record.ts';
import { SandboxRefused } from './refusal.ts';
import { refuseHere } from './refuse-here.ts';

export interface KnownSandboxOptions {
  /** Where proofs are kept. */
  readonly folder: string;
  /** The command line, which proves a sandbox that nobody has tried yet. */
  readonly program: string;
  readonly signal: AbortSignal;
}

const shapes = [false, true].flatMap((withHosts) =>
  [false, true].map((scratchAtTmp) => ({ withHosts, scratchAtTmp })),
);

/**
 * What `findSandbox` would find, without starting the engine: for a process that lives for one call and leaves running to
 * another. Never throws. The one that runs the call proves once more what its own profile needs.
 */
export async function knownSandbox({ folder, program, signal }: KnownSandboxOptions): Promise<SandboxFact> {
  const engine = 'sandbox-runtime';
  let version = '';
  try {
    refuseHere();
    const found = findEngine();
    ({ version } = found);
    const proofs = readProofs(proofFile(folder));
    if (shapes.some((shape) => proofs.includes(proofKey(found, shape))))
      return { engine, version, proven: true, path: lookedUpIn() };
    return await proveNow(program, signal);
  } catch (error) {
    const whyNot = error instanceof SandboxRefused ? `${error.message} fix: ${error.fix}` : messageOf(error);
    return { engine, version, proven: false, whyNot };
  }
}

/** Whether it was proven before, as it is now. Never throws, and proves nothing itself. */
export function isSandboxProven(folder: string): boolean {
  try {
    refuseHere();
    const found = findEngine();
    const proofs = readProofs(proofFile(folder));
    return shapes.some((shape) => proofs.includes(proofKey(found, shape)));
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Once on each machine, and after each change of the engine. */
async function proveNow(program: string, signal: AbortSignal): Promise<SandboxFact> {
  const args = ['--no-warnings', ...sourceOptions(program), program, 'sandbox', 'status', '--json'];
  // Made here: at the top of the file every hook would load `node:child_process`, a third of what a call costs it.
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, args, { signal, cwd: '/' }).catch((error: unknown) => {
    // Exit code 1 says that it is not proven, with the reason on stdout.
    if (isRecord(error) && typeof error['stdout'] === 'string' && error['stdout'] !== '')
      return { stdout: error['stdout'] };
    throw error;
  });
  const said: unknown = JSON.parse(stdout);
  if (!isRecord(said) || typeof said['engine'] !== 'string' || typeof said['version'] !== 'string')
    throw new Error('`permesso sandbox status` gave no answer');
  const { engine, version, whyNot } = said;
  if (said['proven'] === true) return { engine, version, proven: true, path: lookedUpIn() };
  return { engine, version, proven: false, ...(typeof whyNot === 'string' ? { whyNot } : {}) };
}

/**
 * Directories that programs are looked up in. An empty entry is the working directory, which sandboxed calls may write to: it
 * is kept as what it means. A link is kept with where it leads: `~/bin` may be one into a project.
 */
export function lookedUpIn(): readonly string[] {
  const named = (process.env['PATH'] ?? '').split(':').map((directory) => resolve(directory));
  return [...new Set(named.flatMap((directory) => [directory, leadsTo(directory)]))];
}

function leadsTo(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    // What does not exist, or cannot be looked at, leads nowhere yet.
    if (isRecord(error) && typeof error['code'] === 'string') return directory;
    throw error;
  }
}

/** What Node needs to run the command line from its sources. */
export function sourceOptions(program: string): readonly string[] {
  return program.endsWith('.ts') ? ['--conditions=@permesso/source'] : [];
}

/** Below the state directory of a person. */
export function sandboxFolder(state: string): string {
  return join(state, 'sandbox');
}
