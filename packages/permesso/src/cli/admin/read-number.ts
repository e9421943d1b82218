import { UsageError } from '../command.ts';

/** The server says what is too large. */
export function readNumber(what: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${what} takes a number, not \`${text}\``);
  return Number(text);
}
