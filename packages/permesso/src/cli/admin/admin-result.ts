import { printable } from '@permesso/engine/decision';
import { inColumns } from '../columns.ts';
import type { CommandInput } from '../command.ts';
import type { PersonServer } from './person-server.ts';

export interface AdminInput extends CommandInput {
  readonly server: PersonServer;
  /** Asks before something irreversible is done to the object that was found by name. */
  readonly confirm: (question: string) => Promise<void>;
}

/** What `--json` prints, and the text for people. */
export interface AdminResult {
  readonly json: unknown;
  readonly lines: (width: number) => readonly string[];
}

/** Server texts in the sentences are shown with hidden characters spelled out. */
export function sentences(json: unknown, ...lines: readonly string[]): AdminResult {
  return { json, lines: () => lines.map(printable) };
}

export interface TableParts {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Printed where there are no rows. */
  readonly none: string;
  /** Printed below the rows. */
  readonly note?: string;
}

export function table(json: unknown, { head, rows, none, note }: TableParts): AdminResult {
  return {
    json,
    lines: (width) =>
      rows.length === 0
        ? [none]
        : [...inColumns([head, ...rows], width), ...(note === undefined ? [] : ['', printable(note)])],
  };
}
