import { either } from './whereabouts.ts';
import type { Whereabouts } from './whereabouts.ts';

/** Where the shell is after a command, depending on whether it succeeded. */
export interface Outcome {
  readonly ok: Whereabouts;
  readonly fail: Whereabouts;
}

export function same(here: Whereabouts): Outcome {
  return { ok: here, fail: here };
}

export function after({ ok, fail }: Outcome): Whereabouts {
  return either(ok, fail);
}

export function eitherOutcome(first: Outcome, second: Outcome): Outcome {
  return { ok: either(first.ok, second.ok), fail: either(first.fail, second.fail) };
}
