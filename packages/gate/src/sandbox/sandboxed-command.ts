import type { Readable, Writable } from 'node:stream';
import type { EngineClient } from './engine-client.ts';
import type { Engine } from './find-engine.ts';
import type { PlanCache } from './plan/plan-cache.ts';
import type { Prepared } from './prepare.ts';

/** How a sandboxed command ended. */
export interface SandboxedEnd {
  /** Of the command, as a shell counts: 128 and the number for one that a signal ended. */
  readonly exitCode: number;
}

/** A command that runs in a sandbox. */
export interface SandboxedCommand {
  /** Nothing where the stream was handed through. */
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly ended: Promise<SandboxedEnd>;
  /** To the command itself; SIGKILL ends everything that it started. */
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** `watched`: what the command prints comes through this process, its input does not. */
export type Streams = 'pipe' | 'inherit' | 'watched';

export interface StartOptions<E = Engine> {
  readonly engine: E;
  /** Asked for only where no plan was kept: starting the engine takes longer than most commands. */
  readonly client: () => EngineClient;
  /** Where plans are kept, and the proof that they stand on. None: the engine is asked. */
  readonly kept?: { readonly plans: PlanCache; readonly proof: string };
  readonly prepared: Prepared;
  readonly scratch: string;
  /** Where the list of placeholders is. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly streams: Streams;
}

/** Where a command may write: what the profile lists, and the session's scratch directory. */
export function writablePlaces({ prepared, scratch }: StartOptions): readonly string[] {
  return [...prepared.writable, ...(prepared.scratchAtTmp ? [] : [scratch])];
}

/** What the engine is told. */
export function engineConfig(options: StartOptions, readOnly: readonly string[]): object {
  const literal = (path: string): object => ({ path, literal: true });
  return {
    // Present and empty: no network at all. Listed hosts are registered for the command alone.
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      allowWrite: writablePlaces(options).map(literal),
      denyWrite: [...readOnly, '/tmp/claude'].map(literal),
      denyRead: options.prepared.hidden.map(literal),
    },
  };
}

/** What `TMPDIR` is inside. */
export function temporaryOf({ prepared, scratch }: StartOptions): string {
  return prepared.scratchAtTmp ? '/tmp' : scratch;
}

/** Whatever happens, nothing of the command is left. */
export async function whenEnded(
  closed: Promise<SandboxedEnd>,
  clean: () => Promise<void>,
): Promise<SandboxedEnd> {
  try {
    return await closed;
  } finally {
    await clean();
  }
}
