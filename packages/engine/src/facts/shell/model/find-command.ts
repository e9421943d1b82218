import { literalOf } from '../read/words/word.ts';
import type { Word } from '../read/words/word.ts';
import { normaliseRow } from './normalise-row.ts';
import { families } from '../commands/families.ts';
import type { Command } from './model.ts';

/** Directories that only the system's owner writes to. A name below one of them is the command of that name. */
const systemDirectories: ReadonlySet<string> = new Set(['/bin', '/sbin', '/usr/bin', '/usr/sbin']);

export interface FoundCommand {
  /** The row by name, whatever stands before it: good enough for suspicion. */
  readonly command: Command | undefined;
  /** The word surely starts that command: a bare name, or one in a directory of the system. */
  readonly proven: boolean;
  /** The name without its directory, when it had one. */
  readonly base: string | undefined;
}

let index: ReadonlyMap<string, Command> | undefined;

export function commandIndex(): ReadonlyMap<string, Command> {
  if (index !== undefined) return index;
  const made = new Map<string, Command>();
  for (const rows of families.values()) {
    for (const row of rows) {
      const even = normaliseRow(row);
      for (const name of row.names) if (!made.has(name)) made.set(name, even);
    }
  }
  index = made;
  return made;
}

export function findCommand(word: Word | undefined): FoundCommand {
  const text = literalOf(word);
  if (text === undefined) return { command: undefined, proven: false, base: undefined };
  const slash = text.lastIndexOf('/');
  if (slash === -1) return { command: commandIndex().get(text), proven: true, base: undefined };
  const base = text.slice(slash + 1);
  const proven = systemDirectories.has(text.slice(0, slash));
  return { command: commandIndex().get(base), proven, base };
}
