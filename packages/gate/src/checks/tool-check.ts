import type { DecisionInput } from '@permesso/engine/decision';
import { messageOf } from '@permesso/engine/call';
import type { Check, Tool } from '@permesso/engine/facts';
import type { Clock } from '../approval/clock.ts';
import { defaultTimeout } from './run-checks.ts';

/** What a tool says about a call when it is authorized. Never rejects: without an answer, a person is asked. */
export function runToolCheck(
  { checkLater, name }: Tool,
  { call, world }: Pick<DecisionInput, 'call' | 'world'>,
  clock: Clock,
): Promise<Check> {
  // The call is inside another one, so the tool is unknown here.
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
