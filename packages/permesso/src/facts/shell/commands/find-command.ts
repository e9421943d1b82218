import { literalOf } from '../word.ts';
import type { Word } from '../word.ts';
import { families } from './families.ts';
import type { Command } from './model.ts';

/** Directories that only the system's owner writes to. A name below one of them is the command of that name. */
const systemDirectories: ReadonlySet<string> = new Set(['/bin', '/sbin', '/usr/bin', '/usr/sbin']);

export interface Found {
  /** The row by name, whatever stands before it: good enough for suspicion. */
  readonly command?: Command;
  /** The word surely starts that command: a bare name, or one in a directory of the system. */
  readonly proven: boolean;
  /** The name without its directory, when it had one. */
  readonly base?: string;
}

let index: ReadonlyMap<string, Command> | undefined;

export function commandIndex(): ReadonlyMap<string, Command> {
  if (index !== undefined) return index;
  const made = new Map<string, Command>();
  for (const rows of families.values()) {
    for (const row of rows) for (const name of row.names) if (!made.has(name)) made.set(name, row);
  }
  index = made;
  return made;
}

export function findCommand(word: Word | undefined): Found {
  const text = literalOf(word);
  if (text === undefined) return { proven: false };
  const slash = text.lastIndexOf('/');
  const base = slash === -1 ? text : text.slice(slash + 1);
  const command = commandIndex().get(base);
  const proven = slash === -1 || systemDirectories.has(text.slice(0, slash));
  return { proven, ...(command === undefined ? {} : { command }), ...(slash === -1 ? {} : { base }) };
}
