import { definedFields, messageOf, type ToolCall } from '@permesso/engine/call';
import type { CheckAnswer, CheckReceipt } from '@permesso/engine/decision';
import { checkFor, type GivenCheck } from '@permesso/engine/policy';
import type { Clock } from '../approval/clock.ts';
import { authzenCheck } from './authzen.ts';
import { redactedCall, type ExternalCheck } from './external-check.ts';
import { opaCheck } from './opa.ts';

/** Default number of milliseconds until a check counts as unreachable. */
export const defaultTimeout = 2000;

/** Longer texts from a service are cut, because they end up in receipts and logs. */
const mostReason = 500;

export interface CheckSources {
  /** The checks that policies name. */
  readonly given: readonly GivenCheck[];
  /** The app's checks, by name. */
  readonly own: Readonly<Record<string, ExternalCheck>>;
  readonly clock: Clock;
}

/** Runs each check once for all rules that name it. Never rejects: a check that fails permits nothing. */
export async function runChecks(
  receipts: readonly CheckReceipt[],
  call: ToolCall,
  sources: CheckSources,
): Promise<ReadonlyMap<string, CheckAnswer>> {
  const asked = new Map<unknown, Promise<CheckAnswer>>();
  const answers = receipts.map(async ({ key, by, layer }) => {
    const given = checkFor(sources.given, { name: by, layer });
    const own = Object.hasOwn(sources.own, by) ? sources.own[by] : undefined;
    const which = given ?? own;
    const answer = asked.get(which) ?? askOne(by, { given, own }, { call, clock: sources.clock });
    if (which !== undefined) asked.set(which, answer);
    return [key, await answer] as const;
  });
  return new Map(await Promise.all(answers));
}

interface Which {
  readonly given: GivenCheck | undefined;
  readonly own: ExternalCheck | undefined;
}

async function askOne(
  name: string,
  { given, own }: Which,
  { call, clock }: { readonly call: ToolCall; readonly clock: Clock },
): Promise<CheckAnswer> {
  const check = given === undefined ? own : serviceOf(given);
  if (check === undefined) return failed(`there is no check \`${name}\``);
  const timeout = given?.timeout ?? defaultTimeout;
  return withDeadline((signal) => check(redactedCall(call), { signal }), { clock, timeout, name });
}

function serviceOf({ authzen, opa, tokenFrom, plainHttp }: GivenCheck): ExternalCheck {
  const token = tokenFrom === undefined ? undefined : process.env[tokenFrom];
  const options = { url: authzen ?? opa ?? '', ...definedFields({ token, plainHttp }) };
  return authzen === undefined ? opaCheck(options) : authzenCheck(options);
}

interface Deadline {
  readonly clock: Clock;
  readonly timeout: number;
  readonly name: string;
}

/** An answer after the deadline is ignored, whether or not the check stops. */
function withDeadline(
  ask: (signal: AbortSignal) => unknown,
  { clock, timeout, name }: Deadline,
): Promise<CheckAnswer> {
  const stop = new AbortController();
  return new Promise((resolve) => {
    const cancel = clock.after(timeout, () => {
      resolve(failed(`\`${name}\` did not answer within ${timeout} ms`));
      stop.abort();
    });
    const settle = (answer: CheckAnswer): void => {
      cancel();
      resolve(answer);
    };
    Promise.resolve()
      .then(() => ask(stop.signal))
      .then(
        (reply) => settle(readReply(reply, name)),
        (error: unknown) => settle(failed(`\`${name}\` gave no answer: ${causeOf(error)}`)),
      );
  });
}

/** Must be exactly `true`: a string or a promise from careless code permits nothing. */
function readReply(reply: unknown, name: string): CheckAnswer {
  const { permitted, reason } = (typeof reply === 'object' && reply !== null ? reply : {}) as {
    readonly permitted?: unknown;
    readonly reason?: unknown;
  };
  if (permitted === true) return { permitted };
  if (permitted !== false) return failed(`\`${name}\` gave an unknown answer`);
  return typeof reason === 'string' ? { permitted, reason: reason.slice(0, mostReason) } : { permitted };
}

/** `fetch` only says "fetch failed"; the reason is in its `cause`. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return (cause === undefined ? messageOf(error) : `${messageOf(error)} (${messageOf(cause)})`).slice(
    0,
    mostReason,
  );
}

function failed(reason: string): CheckAnswer {
  return { permitted: false, failed: true, reason };
}
