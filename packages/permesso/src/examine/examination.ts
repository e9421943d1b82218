import type { HostPlaces, Programs } from '../install/installer.ts';
import type { Check, FindingKind, HostFinding } from './finding.ts';

/** What to look for in the settings of one host, as data. */
export interface Examination {
  readonly settings: (places: HostPlaces) => readonly SettingsFile[];
  readonly switches: readonly Switch[];
  /** Lists of pre-tool hooks, and what is wrong with a foreign one. Absent where a failing hook blocks anyway. */
  readonly hooks?: { readonly at: readonly string[]; readonly open: (hook: object) => string | undefined };
  /** The host's default where nothing is set. */
  readonly unset?: { readonly at: readonly string[]; readonly what: string; readonly fix: string };
  /** Where the host loads code that is not ours. */
  readonly code?: readonly OtherCode[];
  /** The same for a host whose code locations no list covers. */
  readonly findCode?: (places: HostPlaces, state: string) => readonly HostFinding[];
  /** What `scan` reports beyond settings, rules and code. */
  readonly scan?: (places: HostPlaces) => readonly HostFinding[];
  /** What `doctor` checks beyond the registration and its files. */
  readonly checks?: (context: CheckContext) => readonly Check[];
}

/** Where a host loads code that is not ours, and what that code can do to a call. */
export interface OtherCode {
  readonly of: 'user' | 'project';
  readonly can: string;
  /** A file, or a folder whose entries are loaded. */
  readonly path: (places: HostPlaces) => string;
  /** For a file that may also contain ours: the list to examine. Any content outside it counts as foreign. */
  readonly list?: readonly string[];
  /** Only folder entries that contain this file. */
  readonly with?: readonly string[];
}

/** What most foreign hooks can do. */
export const besideOurHook = 'it runs beside our hook and may change the input of a call that we allowed';

export interface CheckContext {
  readonly places: HostPlaces;
  readonly programs: Programs;
  readonly state: string;
  /** Whether the canary has proven that the hook is called. */
  readonly isProven: boolean;
}

export interface SettingsFile {
  readonly path: string;
  readonly as: 'json' | 'toml';
}

/** A setting that is dangerous with one of these values. */
export interface Switch {
  /** `*` means every name. */
  readonly at: readonly string[];
  readonly is: readonly (string | boolean)[];
  readonly about: FindingKind;
  readonly what: string;
  readonly fix: string;
  /** Only if this setting in the same table has this value. */
  readonly with?: { readonly name: string; readonly is: string };
}

/** Any entry whose command can fail: the host then runs the call. */
export function everyHookIsOpen(hook: object): string | undefined {
  return JSON.stringify(hook).includes('"command"') ? 'when it fails or is late, the call runs' : undefined;
}
