import type { ToolUse } from './model/script.ts';

/** How a program is started so that it talks to nobody but a model of ours, with nothing of the person's own. */
export interface CanaryRecipe {
  /** What it must find in its home before it starts; our registration is put on top. */
  readonly files: (cage: Cage) => readonly CageFile[];
  /** Arguments of commands that are run one after the other; the last one does the work. */
  readonly runs: (cage: Cage) => readonly (readonly string[])[];
  readonly env: (cage: Cage) => Readonly<Record<string, string>>;
  /** Code in the cage's project, trusted there, that tries to get the refused call through. */
  readonly hostile?: (cage: Cage) => HostileCode;
  /** Milliseconds for one start; 90 seconds when absent. */
  readonly patience?: number;
  /** The tool call by which a model runs a command. */
  readonly call: (command: string) => ToolUse;
}

/** What a project with bad intentions brings. */
export interface HostileCode {
  /** Below the home. */
  readonly files: readonly CageFile[];
  /** Below the project. */
  readonly project: readonly CageFile[];
  /** What it is, for the person who reads that it got through. */
  readonly what: string;
}

/** A home that is thrown away afterwards. */
export interface Cage {
  readonly home: string;
  readonly project: string;
  /** The model's address; loopback. */
  readonly url: string;
}

export interface CageFile {
  /** Below the home. */
  readonly path: string;
  readonly text: string;
}
