/** As written in a policy: `keep: on`, `keep: off`, or with its limits. */
export type KeepInput = 'on' | 'off' | KeepObject;

export interface KeepObject {
  /** How long it is kept, from 1 to 365; 7 when absent. */
  readonly days?: number;
  /** How much is kept of this person at a time: `500MB`, `2GB`. 2GB when absent. */
  readonly most?: string;
}

/** What a call is about to remove or overwrite is kept before it runs, so that it can be brought back. */
export interface KeepSettings {
  readonly days: number;
  /** In bytes, of all that is kept. */
  readonly most: number;
}

export const usualKeep: KeepSettings = { days: 7, most: 2_000_000_000 };

const units: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** `2GB` in bytes; undefined where it is no size. */
export function parseSize(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([KMGT]B)$/u.exec(text) ?? [];
  const factor = units[unit];
  return count === undefined || factor === undefined ? undefined : Math.round(Number(count) * factor);
}

/** What is wrong with the setting; undefined where nothing is. */
export function keepProblem(value: unknown): string | undefined {
  if (value === 'on' || value === 'off') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'on, off, or days and most';
  const { days = usualKeep.days, most = '2GB', ...rest } = value as KeepObject & Record<string, unknown>;
  if (Object.keys(rest).length > 0) return 'on, off, or days and most';
  if (!Number.isInteger(days) || days < 1 || days > 365) return '`days` from 1 to 365';
  if (typeof most !== 'string' || parseSize(most) === undefined) return '`most` such as 500MB or 2GB';
  return undefined;
}
