import { UsageError } from '../command.ts';

/** No upper limit: the server reports a value that is too large. */
export function readNumber(what: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${what} takes a number, not \`${text}\``);
  return Number(text);
}
