import fc from 'fast-check';

/** `PERMESSO_RUNS=0.1` tries a tenth of the usual number of random cases, `10` ten times as many. */
const factor = Number(process.env['PERMESSO_RUNS'] ?? 1);
if (!(factor > 0 && factor <= 1000))
  throw new Error('PERMESSO_RUNS: give a factor up to 1000, such as 0.1 or 10');

/** `PERMESSO_SEED=7` tries the very cases of the run that printed it. */
export const seed: number = Number(process.env['PERMESSO_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isInteger(seed)) throw new Error('PERMESSO_SEED: give a whole number, as a run printed it');
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** How many random cases a property is tried on. */
export function runs(usual: number): number {
  return Math.max(1, Math.round(usual * factor));
}

/** Whether the cases are enough to assert that a generator reached everything; fewer may miss some by chance. */
export const enoughRuns: boolean = factor >= 1;

/** Prints what a long session counted. */
export function report(counted: unknown): void {
  if (factor > 1) process.stdout.write(`${JSON.stringify(counted)}\n`);
}
