import type { ParseArgsConfig } from 'node:util';
import { painted } from './painted.ts';

/** One command of the command line, as data; `main.ts` parses, prints help and reports errors for all of them. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly CommandOption[];
  /** What a user would type -> what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  readonly exitCodes: readonly (readonly [code: number, means: string])[];
  /** Takes no operands: one that is given is a usage error. */
  readonly alone?: true;
  /** The exit code for a usage error, where it differs from the usual one. */
  readonly wrongUseExit?: number;
  /** `admin people` below `admin`: each has its own options and help. One of them must be named. */
  readonly subcommands?: readonly Command[];
  readonly run: (given: CommandInput, out: Output) => Promise<number> | number;
}

/** A command known by name; its code is loaded when it is used. */
export interface LazyCommand {
  readonly name: string;
  readonly load: () => Promise<Command>;
}

export interface CommandOption {
  readonly name: string;
  /** Name of the value in the help; a switch when absent. */
  readonly value?: string;
  readonly repeats?: true;
  readonly help: string;
}

export interface CommandInput {
  readonly operands: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly value: (name: string) => string | undefined;
  readonly values: (name: string) => readonly string[];
}

/** Where a command writes. Tests hand in their own. */
export interface Output {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly width: number;
  /** Whether `show` uses colour. */
  readonly colour?: boolean;
  /** Asks the person on the terminal of this process; undefined where it has none. Absent: nobody can be asked. */
  readonly ask?: (text: string) => Promise<string | undefined>;
}

/** Prints text for a person, coloured where the terminal supports it. Text for programs is printed as is. */
export function show({ print, colour }: Output, text: string): void {
  print(colour === true ? painted(text) : text);
}

/** A usage error: the message is shown with a pointer to the help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export const usageExit = 64;

/** A failure without a specific exit code. */
export const failureExit = 70;

export function parseOptions({ options }: Command): NonNullable<ParseArgsConfig['options']> {
  return {
    ...Object.fromEntries(
      options.map((option) => [
        option.name,
        { type: option.value === undefined ? 'boolean' : 'string', multiple: option.repeats === true },
      ]),
    ),
    help: { type: 'boolean', short: 'h' },
  };
}
