/** `30m`, `8h`, `7d`: until then. `5x`: for five calls. */
export type Limit = { readonly until: number } | { readonly uses: number };

const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const longest = 365 * 86_400_000;

export function readLimit(text: string, now: number): Limit | { readonly problem: string } {
  const [, digits, unit = ''] = /^\s*(\d{1,6})\s*([mhdx])\s*$/i.exec(text) ?? [];
  const number = Number(digits);
  if (digits === undefined || number === 0)
    return { problem: 'write 30m, 8h or 7d for a time, or 5x for five calls' };
  const length = units.get(unit.toLowerCase());
  if (length === undefined) return { uses: number };
  if (number * length > longest) return { problem: 'a year is the most' };
  return { until: now + number * length };
}
