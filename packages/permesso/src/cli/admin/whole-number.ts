import { UsageError } from '../command.ts';
import type { AdminGiven } from './admin-command.ts';

/** The number of an option, or its default. The server says what is too large. */
export function wholeNumber<D>(given: AdminGiven, name: string, otherwise: D): number | D {
  const text = given.value(name);
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a number, not \`${text}\``);
  return Number(text);
}
