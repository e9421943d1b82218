import type { HostPlaces } from '../install/installer.ts';
import type { Concern } from './finding.ts';

/** What to look for in the settings of one host, as data. */
export interface Examination {
  readonly host: string;
  readonly settings: (places: HostPlaces) => readonly SettingsFile[];
  readonly switches: readonly Switch[];
  /** Lists of hooks before a tool, and what is wrong with one that is not ours. Absent where a failure blocks anyway. */
  readonly hooks?: { readonly at: readonly string[]; readonly open: (hook: object) => string | undefined };
  /** What the host does where nothing is set. */
  readonly unset?: { readonly at: readonly string[]; readonly what: string; readonly mend: string };
}

export interface SettingsFile {
  readonly path: string;
  readonly as: 'json' | 'toml';
}

/** A setting that matters when it has one of these values. */
export interface Switch {
  /** `*` stands for every name. */
  readonly at: readonly string[];
  readonly is: readonly (string | boolean)[];
  readonly about: Concern;
  readonly what: string;
  readonly mend: string;
  /** Only together with this one, of the same table. */
  readonly with?: { readonly name: string; readonly is: string };
}

/** Any entry with a command that can fail: the host runs the call then. */
export function everyHookIsOpen(hook: object): string | undefined {
  return JSON.stringify(hook).includes('"command"') ? 'when it fails or is late, the call runs' : undefined;
}
