import type { Cell } from './database/cell.ts';
import type { Database } from './database/database.ts';
import type { SecondPersonAct } from './route/second-person-act.ts';
import type { Environment, Settings } from './settings.ts';

/** Shown to the operator. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

export interface OperatorInput {
  readonly env: Environment;
  /** The values of `--role`. */
  readonly roles: readonly string[];
}

export interface ServerPlace {
  readonly settings: Settings;
  /** All cells as one. */
  readonly database: Database;
  readonly cells: readonly Cell[];
}

export interface OperatorPlace extends ServerPlace {
  /** Every module's acts that take two people. */
  readonly kinds: readonly SecondPersonAct[];
}

export type OperatorWork = (at: OperatorPlace) => Promise<Readonly<Record<string, string>>>;

/** A command of the operator: `permesso serve NAME ...`. */
export interface OperatorCommand {
  readonly name: string;
  /** Throws an `OperatorError` for wrong operands, before anything is opened. */
  readonly read: (operands: readonly string[], given: OperatorInput) => OperatorWork;
}
