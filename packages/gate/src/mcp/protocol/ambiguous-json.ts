import { own, type Message } from './message.ts';
import { isRecord } from '@permesso/engine/call';

/**
 * Why a message from the client could mean something else to the server than to us. JSON leaves open what a duplicate
 * name means; some parsers take `Method` for `method`; numbers beyond a double and half of a surrogate pair are read
 * differently everywhere. Such a message reaches no server.
 */
export function secondReading({ value, scan: { members, inexact } }: Message): string | undefined {
  if (inexact !== undefined)
    return `the number ${inexact.slice(0, 40)} cannot be carried exactly; send it as text`;
  const seen = { members: 0, broken: false };
  count(value, seen);
  if (seen.members !== members) return 'a name occurs twice in one object';
  if (seen.broken) return 'a text holds half of a character';
  const params = own(value, 'params');
  return (
    alike(value, outerNames) ??
    alike(params, paramNames) ??
    (isRecord(params) ? alike(own(params, 'arguments'), []) : undefined)
  );
}

const outerNames: readonly string[] = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const paramNames: readonly string[] = ['name', 'arguments', 'uri', '_meta', 'requestState', 'inputResponses'];

/** Compares names as case-insensitive parsers do: `ſ` is also an s, and the Kelvin sign a k. */
export function foldName(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function alike(value: unknown, meant: readonly string[]): string | undefined {
  if (!isRecord(value)) return undefined;
  const names = Object.keys(value).filter((name) => !meant.includes(name));
  if (names.length === 0 || (names.length === 1 && meant.length === 0)) return undefined;
  const byFold = new Map(meant.map((name) => [foldName(name), name]));
  for (const name of names) {
    const other = byFold.get(foldName(name));
    if (other !== undefined) return `\`${name.slice(0, 40)}\` could be taken for \`${other.slice(0, 40)}\``;
    byFold.set(foldName(name), name);
  }
  return undefined;
}

/** Depth is bounded where the message was read. */
function count(value: unknown, seen: { members: number; broken: boolean }): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) seen.broken = true;
  } else if (Array.isArray(value)) {
    for (const item of value) count(item, seen);
  } else if (isRecord(value)) {
    for (const name of Object.keys(value)) {
      seen.members++;
      if (!name.isWellFormed()) seen.broken = true;
      count(value[name], seen);
    }
  }
}
