import type { Decision } from '@permesso/engine/internal/decision/decision';

/** Thrown in place of running a function that may not run. The message is meant for the model. */
export class NotPermitted extends Error {
  /** Why, as data, where the gate itself was asked. */
  readonly decision: Decision | undefined;

  constructor(message: string, decision?: Decision) {
    super(message);
    this.name = 'NotPermitted';
    this.decision = decision;
  }
}
