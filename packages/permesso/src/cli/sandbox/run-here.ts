import { constants } from 'node:os';
import type { SandboxedCall, Sandbox, SandboxRefused } from '@permesso/gate/sandbox-calls';
import { watchOutput } from './watch-output.ts';

/** As `env`, `timeout` and `docker run` say that they could not start a command. */
export const notStartedExit = 125;

export function refusalText({ message, fix }: SandboxRefused): string {
  return `permesso: not run: ${message}\nfix: ${fix}`;
}

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface HereRun {
  readonly sandbox: Sandbox;
  /** A model reads the output, so a failure that the sandbox caused is explained to it. */
  readonly explains: boolean;
}

/** With this process's own streams. A signal goes to the command, and then the end is never a success. */
export async function runHere(
  { command, ...call }: Omit<SandboxedCall, 'session'>,
  { sandbox, explains }: HereRun,
): Promise<number> {
  let received: (typeof passedOn)[number] | undefined;
  const stop = new AbortController();
  let pass: ((signal: NodeJS.Signals) => void) | undefined;
  const listeners = passedOn.map((signal) => {
    const listener = (): void => {
      received = signal;
      if (pass === undefined) stop.abort();
      else pass(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    const output = explains ? watchOutput() : undefined;
    const running = await sandbox.start(output?.joined(command) ?? command, {
      ...call,
      streams: output?.streams ?? 'inherit',
      signal: stop.signal,
    });
    pass = running.kill;
    output?.pass(running);
    const { exitCode } = await running.ended;
    if (exitCode !== 0 && received === undefined) output?.explain(call.profile);
    return received === undefined || exitCode !== 0 ? exitCode : 128 + constants.signals[received];
  } catch (error) {
    // Before the command began: it never does.
    if (received === undefined) throw error;
    return 128 + constants.signals[received];
  } finally {
    for (const remove of listeners) remove();
  }
}
