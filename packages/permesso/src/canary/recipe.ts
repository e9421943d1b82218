import type { ToolUse } from './model/script.ts';

/** How to start a program so that it talks only to our fake model, with none of the person's own settings. */
export interface CanaryRecipe {
  /** Files it needs in its home before it starts; our registration is added to them. */
  readonly files: (cage: Cage) => readonly CageFile[];
  /** Argument lists of commands that run in sequence; the last one does the work. */
  readonly runs: (cage: Cage) => readonly (readonly string[])[];
  readonly env: (cage: Cage) => Readonly<Record<string, string>>;
  /** Code in the cage's project, trusted there, that tries to get the refused call through. */
  readonly hostile?: (cage: Cage) => HostileCode;
  /** Milliseconds for one start; 90 seconds when absent. */
  readonly patience?: number;
  /** The tool call with which a model runs a command. */
  readonly call: (command: string) => ToolUse;
}

/** What a malicious project contains. */
export interface HostileCode {
  /** Relative to the home. */
  readonly files: readonly CageFile[];
  /** Relative to the project. */
  readonly project: readonly CageFile[];
  /** Describes the attack in the report when it got through. */
  readonly what: string;
}

/** A temporary home. */
export interface Cage {
  readonly home: string;
  readonly project: string;
  /** The model's address; loopback. */
  readonly url: string;
}

export interface CageFile {
  /** Relative to the home. */
  readonly path: string;
  readonly text: string;
}
