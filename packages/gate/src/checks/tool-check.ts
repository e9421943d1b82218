import type { DecisionInput } from '@permesso/engine/decision';
import { messageOf } from '@permesso/engine/call';
import type { Check, Tool } from '@permesso/engine/facts';
import type { Clock } from '../approval/clock.ts';
import { defaultTimeout } from './run-checks.ts';

/** What a tool says of a call when it is authorised. Never rejects: a tool that gives no answer asks for a person. */
export function runToolCheck(
  { checkLater, name }: Tool,
  { call, world }: Pick<DecisionInput, 'call' | 'world'>,
  clock: Clock,
): Promise<Check> {
  // Inside another call: nobody here knows which tool it is.
  if (checkLater === undefined)
    return Promise.resolve(noAnswer('a tool inside this call could not be asked'));
  const stop = new AbortController();
  return new Promise((resolve) => {
    const cancel = clock.after(defaultTimeout, () => {
      resolve(noAnswer(`${name} did not answer within ${defaultTimeout} ms`));
      stop.abort();
    });
    const settle = (check: Check): void => {
      cancel();
      resolve(check);
    };
    Promise.resolve()
      .then(() => checkLater(call, { world, signal: stop.signal }))
      .then(settle, (error: unknown) => settle(noAnswer(messageOf(error))));
  });
}

function noAnswer(reason: string): Check {
  return { outcome: 'safety', code: 'tool-error', reason: `the tool's own check failed: ${reason}` };
}
