import type { Asker } from '../../packages/permesso/src/hook/approval-channel.ts';
import type { Machine } from './machine.ts';
import type { Bringing, CallKind, RealHost } from './real-host.ts';

/** What became of the call. `edited`: another input ran in its place. `hangs`: it did not run, nor did the host end. */
export type Deed = 'runs' | 'edited' | 'blocked' | 'hangs';

/** The shell that ran a command. */
export interface StartedShell {
  /** The program's file. */
  readonly program: string;
  /** The whole line that was started, with `COMMAND` in the place of the command. */
  readonly line: string;
  /** The shell for which the command was read. */
  readonly read: string;
}

/** One situation, the same for every host. */
export interface Case {
  /** As on the command line and in the table. */
  readonly name: string;
  readonly about: string;
  readonly group: 'contract' | 'sabotage' | 'others' | 'shell';
  /** A shell line when absent. */
  readonly call?: CallKind;
  /** Instead of the shell line that leaves the mark. */
  readonly command?: string;
  /** Code of others that the host loads or starts beside us. */
  readonly brings?: Bringing;
  /** Our hook, without the guard that keeps code of others out. */
  readonly withoutGuard?: true;
  /** The person's policy file. */
  readonly policy: string;
  /** Who is asked; the host's default when absent. */
  readonly ask?: Asker;
  /** Seconds after which the hook answers on its own: few, where the case waits for that. */
  readonly deadline?: number;
  /** This answer is given in the place of our hook, by its name in `raw-answers.ts`. */
  readonly raw?: string;
  /** The proof that it is the hook that blocks: without one the call runs. */
  readonly withoutHook?: true;
  /** A program that refuses to start runs no call either. */
  readonly mayNotStart?: true;
  /** Only for hosts that load a plugin. */
  readonly aboutPlugin?: true;
  /** Variables for the host, beside its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What shell ran the command, once the host has ended. */
  readonly shell?: (machine: Machine) => StartedShell;
  /** Done to the machine before the host starts. */
  readonly before?: (machine: Machine, host: RealHost) => Promise<void> | void;
  /** What another process does while the host runs. Ends when the signal says so. */
  readonly meanwhile?: (machine: Machine, signal: AbortSignal) => Promise<void>;
  /** Looks at the machine once the host has ended; throws where something is wrong. */
  readonly after?: (machine: Machine, host: RealHost) => Promise<void> | void;
  /** A file system of its own for our state. */
  readonly disk?: 'full' | 'read-only';
  readonly expected: Deed | ((host: RealHost) => Deed);
  /** What the model is told, where the host can tell it. */
  readonly told?: string;
}
