import { definedFields } from '@permesso/engine/call';
import type { AuthorizeOptions, Gate } from '../../gate/gate.ts';
import { callOf, declareTools, gateFor, ruleName, viewOf, type Caller, type GateFor } from '../app-tools.ts';
import { runAllowed, type AllowedCall } from '../run-allowed.ts';
import { checkOptions } from '@permesso/engine/policy';
import { NotPermitted } from '../not-permitted.ts';
import { failureText, refusalOf } from '../../payloads/refusal.ts';

export { NotPermitted } from '../not-permitted.ts';

/** The function's name in rules, and whose calls these are. */
export interface GuardOptions extends Omit<Caller, 'named'>, Pick<AuthorizeOptions, 'scopes'> {
  /** The name in rules. */
  readonly tool: string;
}

/** Options for one call. */
export interface CallContext<C> extends Pick<Caller, 'session' | 'principal' | 'agent' | 'cwd' | 'shell'> {
  readonly signal?: AbortSignal;
  /** Passed to `gate`, if each user or tenant has its own. */
  readonly context?: C;
}

/** A function behind a gate: it runs if allowed, and rejects with `NotPermitted` otherwise. */
export type Guarded<I, R, C> = (input: I, about?: CallContext<C>) => Promise<R>;

const optionNames: readonly (keyof GuardOptions)[] = [
  'tool',
  'session',
  'principal',
  'agent',
  'cwd',
  'shell',
  'server',
  'scopes',
];

const contextNames: readonly (keyof CallContext<unknown>)[] = [
  'session',
  'principal',
  'agent',
  'cwd',
  'shell',
  'signal',
  'context',
];

/**
 * Puts any function behind a gate. It runs with the input that was allowed, which a person may have changed;
 * otherwise the promise rejects with `NotPermitted`, whose message is for the model.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { guard } from '@permesso/gate/guard';
 * const gate = createGate({ policy: { ask: ['refund'] }, approver: terminalApprover() });
 * const refund = guard(gate, { tool: 'refund' }, async ({ amount }: { amount: number }) => `paid ${amount}`);
 * console.log(await refund({ amount: 5 }));
 * ```
 */
export function guard<I extends Readonly<Record<string, unknown>>, R, C = undefined>(
  gate: GateFor<C | undefined>,
  options: GuardOptions,
  run: (input: I, about: CallContext<C>) => R | Promise<R>,
): Guarded<I, R, C> {
  checkOptions(options, optionNames, 'guard');
  if (typeof gate !== 'function' && typeof gate?.authorize !== 'function')
    throw new TypeError('guard needs a gate first: guard(createGate({ policy }), { tool }, run)');
  viewOf(options);
  declareTools(gate, [ruleName(options.tool, options)]);
  const { scopes, ...own } = options;
  return async (input, about = {}) => {
    checkOptions(about, contextNames, 'the second argument of a guarded function');
    about.signal?.throwIfAborted();
    const { signal, context, ...caller } = about;
    const call = callOf({ host: 'guard', ...own, ...caller, input });
    const said = await decide(() => gateFor(gate, context), call, definedFields({ scopes, signal }));
    if (said.verdict === 'deny') throw new NotPermitted(said.message, said.decision);
    about.signal?.throwIfAborted();
    return (await runAllowed(said.gate, said, { run: () => run(said.call.input as I, about), signal })) as R;
  };
}

type GuardAnswer =
  | (AllowedCall & { readonly verdict: 'allow'; readonly gate: Gate })
  | { readonly verdict: 'deny'; readonly message: string; readonly decision?: NotPermitted['decision'] };

async function decide(
  gate: () => Gate | Promise<Gate>,
  call: ReturnType<typeof callOf>,
  how: AuthorizeOptions,
): Promise<GuardAnswer> {
  let found: Gate | undefined;
  try {
    found = await gate();
    const said = await found.authorize(call, { ...how, editable: true });
    if (said.verdict === 'deny')
      return { verdict: 'deny', message: refusalOf(said), decision: said.decision };
    const { sandbox } = said.decision;
    return { verdict: 'allow', gate: found, call: said.call, ...definedFields({ sandbox }) };
  } catch (error) {
    return { verdict: 'deny', message: failureText(error, found?.fail) };
  }
}
