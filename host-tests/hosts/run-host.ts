import type { Case } from './case.ts';
import { canMount } from './own-disk.ts';
import type { RealHost } from './real-host.ts';
import { runCase, type Result } from './run-case.ts';

export interface RunHost {
  readonly installed: string;
  readonly cases: readonly Case[];
  /** How many at the same time. */
  readonly jobs: number;
  readonly done: (given: Case, result: Result) => void;
}

/** Whether this host, on this machine, can be brought into the situation at all. */
export function isPossible(host: RealHost, { call = 'shell', disk }: Case): boolean {
  return host.calls[call] !== undefined && (disk === undefined || canMount);
}

export async function runHost(host: RealHost, { installed, cases, jobs, done }: RunHost): Promise<void> {
  const waiting = cases.filter((one) => isPossible(host, one));
  const worker = async (): Promise<void> => {
    for (let given = waiting.shift(); given !== undefined; given = waiting.shift())
      done(given, await runCase(host, installed, given));
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
