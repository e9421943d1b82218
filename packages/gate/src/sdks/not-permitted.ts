import type { Decision } from '@permesso/engine/decision';

/**
 * Thrown instead of running a function that is not permitted. The message is meant for the model.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { guard, NotPermitted } from '@permesso/gate/guard';
 * const refund = guard(createGate({ policy: {} }), { tool: 'refund' }, ({ amount }: { amount: number }) => amount);
 * const forModel = await refund({ amount: 5 }).catch((error: unknown) => {
 *   if (error instanceof NotPermitted) return error.message;
 *   throw error;
 * });
 * ```
 */
export class NotPermitted extends Error {
  /** The decision as data, if the gate itself was asked. */
  readonly decision: Decision | undefined;

  constructor(message: string, decision?: Decision) {
    super(message);
    this.name = 'NotPermitted';
    this.decision = decision;
  }
}

/** Why a tool is refused that the model's provider runs. */
export function outsideWords(name: string): string {
  return (
    `${name} is run by the provider, so no gate sees its calls. ` +
    `Leave it out, or accept that with \`outside: [${JSON.stringify(name)}]\`.`
  );
}
