import type { Layer } from '@permesso/engine/policy';
import type { LaunchPlaces } from '../launch/launch-places.ts';
import { launcherMark } from '../launch/launcher.ts';
import type { ShellClient } from '../launch/shell-client.ts';
import type { Registration } from './file-change.ts';

/** A mod of ours that refuses others. */
export interface Guard {
  /** Cannot be guessed: a project could switch a mod off, or put another in its place, by its name. */
  readonly name: string;
  /** Where the trusted mods are written down. */
  readonly state: string;
}

/** How a host is registered. Pure: from where things are to what its files should contain. */
export interface Installer {
  /** As in `permesso hook NAME`. */
  readonly name: string;
  readonly title: string;
  /** What starts it, as found on PATH. */
  readonly commands: readonly string[];
  /** What it leaves in a home: one of them is a sign that it is used. */
  readonly folders: (places: HostPlaces) => readonly string[];
  readonly register: (situation: InstallContext) => readonly Registration[];
  /** Files with rules of its own that can be read as a policy. */
  readonly rules: (places: HostPlaces) => readonly RuleSource[];
  /** What must be there before it is registered, beside node and the hook. */
  readonly needs?: (programs: Programs) => readonly string[];
  /** Set where a host that cannot load us does not say so, and runs every call. */
  readonly opensWithoutUs?: true;
  /** For a program that skips a hook which it was not told to trust. */
  readonly trust?: HostTrust;
  /** Flags of its command after which it asks nothing. */
  readonly bypassFlags?: RegExp;
  /** What of it lies in our own state and is of no use once it is uninstalled. */
  readonly leaves?: (state: string) => readonly string[];
  /** Whether what is written here was seen to work in the real program, or follows its documentation. */
  readonly measured: boolean;
}

export interface HostPlaces {
  readonly home: string;
  /** `~/.config`, or where XDG says. */
  readonly config: string;
  /** Where the command was started; for rules that a project brings. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface InstallContext {
  readonly places: HostPlaces;
  readonly programs: Programs;
  /** What the policy refuses without condition, for hosts with deny rules of their own: those survive a dead hook. */
  readonly denies: readonly Layer[];
  readonly exists: (path: string) => boolean;
  /** What the program itself says must be trusted, where it could be asked. */
  readonly trust?: HookTrust;
}

/** Absolute paths: the agent's PATH is the agent's. */
export interface Programs {
  readonly node: string;
  readonly hook: string;
  readonly timeout?: string;
  /** Where the hook is kept compiled. */
  readonly compiled?: string;
  /** The resident process, where `init --resident` found what it takes. */
  readonly resident?: ShellClient;
  /** Whose policy the hook reads. */
  readonly places?: LaunchPlaces;
  /** What would move the person's policy elsewhere, and is not set here. */
  readonly without?: readonly string[];
  /** The plugin for hosts that load code instead of starting commands. */
  readonly plugin: string;
  /** The guard mod of Claude Code. */
  readonly guard?: Guard;
}

export interface HookTrust {
  readonly key: string;
  readonly hash: string;
  /** Hooks of ours beside the one that decides. */
  readonly others?: readonly HookTrust[];
}

export interface HostTrust {
  /** What the program wants to see as trusted, given the file as it will be. Throws where it cannot be asked. */
  readonly ask: (about: TrustRequest) => Promise<HookTrust>;
  /** By which name the person's hook is trusted; undefined where it is not registered. */
  readonly keyOf: (places: HostPlaces) => string | undefined;
  /** The same for a home in which ours is the only hook. */
  readonly keyIn: (home: string, key: string) => string;
  /** What a person has to do where it could not be asked. */
  readonly note: (why: string) => string;
}

export interface TrustRequest {
  /** Absent where PATH does not have it. */
  readonly program?: string;
  /** Where the file with the hook will lie. */
  readonly file: string;
  /** What it will hold. */
  readonly text: string;
  /** PATH. */
  readonly path: string;
}

export interface RuleSource {
  /** A name in the list of formats. */
  readonly format: string;
  /** A file, or a folder of which the files with this ending count. */
  readonly path: string;
  readonly ending?: string;
  readonly of: 'user' | 'project';
}

/** By which our own entries are known again, whatever node, folder or version of us they name. */
export const hookMark: string = launcherMark;

/** The first line of files that are all ours. */
export const fileMark = '# Written by permesso init; permesso uninstall removes it.';
