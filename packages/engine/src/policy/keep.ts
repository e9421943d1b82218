/** As written in a policy: `keep: on`, `keep: off`, or with limits. */
export type KeepInput = 'on' | 'off' | KeepObject;

export interface KeepObject {
  /** Days that content is kept, from 1 to 365; default 7. */
  readonly days?: number;
  /** The most that is kept for this person at a time: `500MB`, `2GB`. Default 2GB. */
  readonly most?: string;
}

/** What a call is about to remove or overwrite is kept before it runs, so that it can be restored. */
export interface KeepSettings {
  readonly days: number;
  /** In bytes, of everything that is kept. */
  readonly most: number;
}

export const usualKeep: KeepSettings = { days: 7, most: 2_000_000_000 };

const units: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** `2GB` in bytes; undefined for an invalid size. */
export function parseSize(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([KMGT]B)$/u.exec(text) ?? [];
  const factor = units[unit];
  return count === undefined || factor === undefined ? undefined : Math.round(Number(count) * factor);
}

/** Returns what is wrong with the setting, or undefined. */
export function keepProblem(value: unknown): string | undefined {
  if (value === 'on' || value === 'off') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'on, off, or days and most';
  const { days = usualKeep.days, most = '2GB', ...rest } = value as KeepObject & Record<string, unknown>;
  if (Object.keys(rest).length > 0) return 'on, off, or days and most';
  if (!Number.isInteger(days) || days < 1 || days > 365) return '`days` from 1 to 365';
  if (typeof most !== 'string' || parseSize(most) === undefined) return '`most` such as 500MB or 2GB';
  return undefined;
}
