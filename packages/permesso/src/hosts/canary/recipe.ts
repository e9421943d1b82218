import type { ToolUse } from './model/script.ts';

/** How a program is started so that it talks to nobody but a model of ours, with nothing of the person's own. */
export interface CanaryRecipe {
  /** As in `Installer.name`. */
  readonly host: string;
  /** What it must find in its home before it starts; our registration is put on top. */
  readonly files: (cage: Cage) => readonly CageFile[];
  /** Arguments of commands that are run one after the other; the last one does the work. */
  readonly runs: (cage: Cage) => readonly (readonly string[])[];
  readonly env: (cage: Cage) => Readonly<Record<string, string>>;
  /** The tool call by which a model runs a command. */
  readonly call: (command: string) => ToolUse;
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
