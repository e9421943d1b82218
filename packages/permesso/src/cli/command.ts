import type { ParseArgsConfig } from 'node:util';
import { painted } from './painted.ts';

/** One command of the command line, as data; `main.ts` parses, helps and reports for all of them. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly CommandOption[];
  /** What a user would type, with what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  readonly exitCodes: readonly (readonly [code: number, means: string])[];
  /** Takes no operands: one that is given is a mistake, and nothing is done. */
  readonly alone?: true;
  /** Where wrong use must end with another code than for everybody else. */
  readonly wrongUseExit?: number;
  /** `admin people` below `admin`: each has options and help of its own. One of them must be named. */
  readonly subcommands?: readonly Command[];
  readonly run: (given: CommandInput, out: Output) => Promise<number> | number;
}

/** A command by its name alone; the code behind it is loaded when somebody names it. */
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
  /** Whether `show` paints. */
  readonly colour?: boolean;
  /** Asks the person on the terminal of this process; nothing where there is none. Absent: nobody can be asked. */
  readonly ask?: (text: string) => Promise<string | undefined>;
}

/** A text for a person: in colour where the terminal has it. What programs read is printed as it is. */
export function show({ print, colour }: Output, text: string): void {
  print(colour === true ? painted(text) : text);
}

/** Wrong use: the message goes to the person, with how to get help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export const usageExit = 64;

/** Something went wrong that the command has no code of its own for. */
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
