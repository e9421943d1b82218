import type { Layer } from '@permesso/engine/policy';
import type { LaunchPlaces } from '../launch/launch-places.ts';
import { launcherMark } from '../launch/launcher.ts';
import type { ShellClient } from '../launch/shell-client.ts';
import type { Registration } from './file-change.ts';

/** Our mod that refuses others. */
export interface Guard {
  /** Unguessable: knowing the name, a project could switch the mod off or replace it. */
  readonly name: string;
  /** The list of trusted mods. */
  readonly state: string;
}

/** How a host is registered. Pure: maps locations to the content of its files. */
export interface Installer {
  /** As in `permesso hook NAME`. */
  readonly name: string;
  readonly title: string;
  /** Its commands on PATH. */
  readonly commands: readonly string[];
  /** Its folders in a home: any of them is a sign that it is used. */
  readonly folders: (places: HostPlaces) => readonly string[];
  readonly register: (situation: InstallContext) => readonly Registration[];
  /** Files with its own rules that can be read as a policy. */
  readonly rules: (places: HostPlaces) => readonly RuleSource[];
  /** Files that must exist before it is registered, beside node and the hook. */
  readonly needs?: (programs: Programs) => readonly string[];
  /** Set where a host that cannot load us does not say so, and runs every call. */
  readonly opensWithoutUs?: true;
  /** For a program that skips a hook which it was not told to trust. */
  readonly trust?: HostTrust;
  /** Flags of its command that turn all its prompts off. */
  readonly bypassFlags?: RegExp;
  /** Its files in our own state that are useless after an uninstall. */
  readonly leaves?: (state: string) => readonly string[];
  /** Whether this was seen to work in the real program, rather than only following its documentation. */
  readonly measured: boolean;
}

export interface HostPlaces {
  readonly home: string;
  /** `~/.config`, or the XDG location. */
  readonly config: string;
  /** The working directory, for rules that a project brings. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface InstallContext {
  readonly places: HostPlaces;
  readonly programs: Programs;
  /**
   * Unconditional denies of the policy, for hosts with their own deny rules: those work even if the hook is broken.
   */
  readonly denies: readonly Layer[];
  readonly exists: (path: string) => boolean;
  /** The entry that the program wants trusted, where it could be asked. */
  readonly trust?: HookTrust;
}

/** Absolute paths: PATH belongs to the agent. */
export interface Programs {
  readonly node: string;
  readonly hook: string;
  readonly timeout?: string;
  /** The hook's compile cache. */
  readonly compiled?: string;
  /** The resident process, where `init --resident` found what it needs. */
  readonly resident?: ShellClient;
  /** Whose policy the hook reads. */
  readonly places?: LaunchPlaces;
  /** Variables that would relocate the person's policy and are not set here. */
  readonly without?: readonly string[];
  /** The plugin for hosts that load code instead of starting commands. */
  readonly plugin: string;
  /** The guard mod for Claude Code. */
  readonly guard?: Guard;
}

export interface HookTrust {
  readonly key: string;
  readonly hash: string;
  /** Our other hooks, beside the one that decides. */
  readonly others?: readonly HookTrust[];
}

export interface HostTrust {
  /** The entry that the program wants trusted, given the file's future content. Throws if it cannot be asked. */
  readonly ask: (about: TrustRequest) => Promise<HookTrust>;
  /** The name under which the person's hook is trusted; undefined if it is not registered. */
  readonly keyOf: (places: HostPlaces) => string | undefined;
  /** The same for a home in which ours is the only hook. */
  readonly keyIn: (home: string, key: string) => string;
  /** What a person has to do if it could not be asked. */
  readonly note: (why: string) => string;
}

export interface TrustRequest {
  /** Absent if not on PATH. */
  readonly program?: string;
  /** The future path of the hook's file. */
  readonly file: string;
  /** Its future content. */
  readonly text: string;
  /** PATH. */
  readonly path: string;
}

export interface RuleSource {
  /** The name of a rule format. */
  readonly format: string;
  /** A file, or a folder whose files with this ending count. */
  readonly path: string;
  readonly ending?: string;
  readonly of: 'user' | 'project';
}

/** Identifies our entries, whatever node, folder or version they name. */
export const hookMark: string = launcherMark;

/** The first line of files that are all ours. */
export const fileMark = '# Written by permesso init; permesso uninstall removes it.';
