import { either, type PossibleDirectories } from './possible-directories.ts';

/** Where the shell is after a command, depending on whether it succeeded. */
export interface Outcome {
  readonly ok: PossibleDirectories;
  readonly fail: PossibleDirectories;
}

export function same(here: PossibleDirectories): Outcome {
  return { ok: here, fail: here };
}

export function after({ ok, fail }: Outcome): PossibleDirectories {
  return either(ok, fail);
}

export function eitherOutcome(first: Outcome, second: Outcome): Outcome {
  return { ok: either(first.ok, second.ok), fail: either(first.fail, second.fail) };
}
