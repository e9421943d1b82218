import type { Case } from './case.ts';
import { canMount } from './own-disk.ts';
import type { RealHost } from './real-host.ts';
import { runCase, type Prepared, type Result } from './run-case.ts';

export interface RunHost extends Prepared {
  readonly cases: readonly Case[];
  /** How many at the same time. */
  readonly jobs: number;
  readonly done: (given: Case, result: Result) => void;
}

/** Whether this host can be brought into the situation at all. */
export function makesSense(host: RealHost, { name, call = 'shell', aboutPlugin, brings }: Case): boolean {
  if (host.cases?.includes(name) === false) return false;
  if (aboutPlugin === true && host.pluginText === undefined) return false;
  if (brings !== undefined && host.brings?.[brings] === undefined) return false;
  return host.calls[call] !== undefined;
}

export async function runHost(host: RealHost, { cases, jobs, done, ...prepared }: RunHost): Promise<void> {
  const waiting = cases.filter((one) => makesSense(host, one) && (one.disk === undefined || canMount));
  const worker = async (): Promise<void> => {
    for (let given = waiting.shift(); given !== undefined; given = waiting.shift())
      done(given, await runCase(host, given, prepared));
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
