/** How many random cases a property is tried on: `PERMESSO_RUNS` sets it for long and for short sessions. */
export function runs(usual: number): number {
  const wanted = Number(process.env['PERMESSO_RUNS'] ?? usual);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : usual;
}

/** What a long session counted; a short one is quiet. */
export function report(counted: unknown): void {
  if (process.env['PERMESSO_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(counted)}\n`);
}
