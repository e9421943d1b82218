import type { HostPlaces, Programs } from '../install/installer.ts';
import type { Check, FindingKind, HostFinding } from './finding.ts';

/** What to look for in the settings of one host, as data. */
export interface Examination {
  readonly settings: (places: HostPlaces) => readonly SettingsFile[];
  readonly switches: readonly Switch[];
  /** Lists of hooks before a tool, and what is wrong with one that is not ours. Absent where a failure blocks anyway. */
  readonly hooks?: { readonly at: readonly string[]; readonly open: (hook: object) => string | undefined };
  /** What the host does where nothing is set. */
  readonly unset?: { readonly at: readonly string[]; readonly what: string; readonly fix: string };
  /** Where it finds code that is not ours. */
  readonly code?: readonly OtherCode[];
  /** The same for a host whose code lies in places that no list names. */
  readonly findCode?: (places: HostPlaces, state: string) => readonly HostFinding[];
  /** What `scan` should find beyond settings, rules and code. */
  readonly scan?: (places: HostPlaces) => readonly HostFinding[];
  /** What `doctor` should check beyond the registration and its files. */
  readonly checks?: (context: CheckContext) => readonly Check[];
}

/** Where a host finds code that is not ours, and what that code can do to a call. */
export interface OtherCode {
  readonly of: 'user' | 'project';
  readonly can: string;
  /** A file, or a folder whose entries are loaded. */
  readonly path: (places: HostPlaces) => string;
  /** Of a file that may also contain ours: the list to look at. Any other content counts otherwise. */
  readonly list?: readonly string[];
  /** Of each entry in the folder: only where this file lies below it. */
  readonly with?: readonly string[];
}

/** What most hooks of others can do. */
export const besideOurHook = 'it runs beside our hook and may change the input of a call that we allowed';

export interface CheckContext {
  readonly places: HostPlaces;
  readonly programs: Programs;
  readonly state: string;
  /** Whether the canary has shown that the hook is asked. */
  readonly isProven: boolean;
}

export interface SettingsFile {
  readonly path: string;
  readonly as: 'json' | 'toml';
}

/** A setting that matters when it has one of these values. */
export interface Switch {
  /** `*` means every name. */
  readonly at: readonly string[];
  readonly is: readonly (string | boolean)[];
  readonly about: FindingKind;
  readonly what: string;
  readonly fix: string;
  /** Only together with this one, of the same table. */
  readonly with?: { readonly name: string; readonly is: string };
}

/** Any entry with a command that can fail: the host runs the call then. */
export function everyHookIsOpen(hook: object): string | undefined {
  return JSON.stringify(hook).includes('"command"') ? 'when it fails or is late, the call runs' : undefined;
}
