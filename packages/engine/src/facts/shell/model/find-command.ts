import { literalOf, type Word } from '../read/words/word.ts';
import { normaliseRow } from './normalise-row.ts';
import { labelsListing } from './places-of.ts';
import { withoutVersion } from '../versioned-name.ts';
import { families } from '../commands/families.ts';
import type { Command } from './model.ts';

/** Directories that only the system's owner can write to. A name in one of them is the command of that name. */
const systemDirectories: ReadonlySet<string> = new Set([
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/libexec',
]);

export interface FoundCommand {
  /** The row for the name, regardless of its directory: sufficient for suspicion. */
  readonly command: Command | undefined;
  /** The word certainly starts that command: a bare name, or one in a system directory. */
  readonly proven: boolean;
  /** The name without its directory, if it had one. */
  readonly base: string | undefined;
}

let index: ReadonlyMap<string, Command> | undefined;

/** Unnormalised rows by name. */
export function commandIndex(): ReadonlyMap<string, Command> {
  if (index !== undefined) return index;
  const made = new Map<string, Command>();
  for (const rows of families.values()) {
    for (const row of rows()) {
      for (const name of row.names) if (!made.has(name)) made.set(name, row);
    }
  }
  index = made;
  return made;
}

/** Normalised rows, made when a line first names them: a hook lives for one line. */
const normalised = new Map<Command, Command>();

/**
 * One line per family: its name, a colon, the names of its commands. The build inserts the lines here, so that only the
 * families of the named commands are made. When run from source, all of them are.
 */
const builtFamilies = 'NAMES-IN-FAMILIES';

function writtenRow(name: string): Command | undefined {
  if (!builtFamilies.includes('\n')) return commandIndex().get(name);
  for (const family of labelsListing(name, builtFamilies)) {
    const row = families
      .get(family)?.()
      .find(({ names }) => names.includes(name));
    if (row !== undefined) return row;
  }
  return undefined;
}

function rowOfVersion(name: string): Command | undefined {
  const versionless = withoutVersion(name);
  return versionless === name ? undefined : writtenRow(versionless);
}

function rowNamed(name: string): Command | undefined {
  const row = writtenRow(name) ?? rowOfVersion(name);
  if (row === undefined) return undefined;
  const made = normalised.get(row) ?? normaliseRow(row);
  normalised.set(row, made);
  return made;
}

export function findCommand(word: Word | undefined): FoundCommand {
  const text = literalOf(word);
  if (text === undefined) return { command: undefined, proven: false, base: undefined };
  const slash = text.lastIndexOf('/');
  if (slash === -1) return { command: rowNamed(text), proven: true, base: undefined };
  const base = text.slice(slash + 1);
  const proven = systemDirectories.has(text.slice(0, slash));
  return { command: rowNamed(base), proven, base };
}
