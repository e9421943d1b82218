import type { Layer } from '../../policy/layer.ts';
import type { Registration } from './piece.ts';

/** A mod of ours that refuses others. */
export interface Guard {
  /** Cannot be guessed: a project could switch a mod off, or put another in its place, by its name. */
  readonly name: string;
  /** Where the trusted mods are written down. */
  readonly state: string;
}

/** How a host is told about us. Pure: from where things lie to what should stand in its files. */
export interface Installer {
  /** As in `permesso hook NAME`. */
  readonly name: string;
  readonly title: string;
  /** What starts it, as found on PATH. */
  readonly commands: readonly string[];
  /** What it leaves in a home: one of them is a sign that it is used. */
  readonly folders: (places: HostPlaces) => readonly string[];
  readonly register: (situation: Situation) => readonly Registration[];
  /** Files with rules of its own that can be read as a policy. */
  readonly rules: (places: HostPlaces) => readonly RuleSource[];
  /** What must be there before it is registered, beside node and the hook. */
  readonly needs?: (programs: Programs) => readonly string[];
  /** Set where a host that cannot load us does not say so, and runs every call. */
  readonly opensWithoutUs?: true;
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

export interface Situation {
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
  /** Where node keeps the hook compiled. */
  readonly compiled?: string;
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
export const hookMark = '--launched yes';

/** The first line of files that are all ours. */
export const fileMark = '# Written by permesso init; permesso uninstall takes it away.';
