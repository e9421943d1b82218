import { printable } from '@permesso/engine/decision';
import { inColumns } from '../columns.ts';
import type { CommandInput } from '../command.ts';
import type { PersonServer } from './person-server.ts';

export interface AdminInput extends CommandInput {
  readonly server: PersonServer;
  /** Before what cannot be undone, about what was found under the name that was typed. */
  readonly confirm: (question: string) => Promise<void>;
}

/** What `--json` prints, and what people read. */
export interface AdminResult {
  readonly json: unknown;
  readonly lines: (width: number) => readonly string[];
}

/** Sentences. What the server says in them is shown with what it hides. */
export function sentences(json: unknown, ...lines: readonly string[]): AdminResult {
  return { json, lines: () => lines.map(printable) };
}

export interface TableParts {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said where there are no rows. */
  readonly none: string;
  /** Said below. */
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
