import { holds, type Caller, type PersonCaller } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import type { RouteInput } from '../route/route-input.ts';
import type { Credentials } from './authenticate.ts';

/** The longest time that a person who is signed out, disabled, or loses a role can still watch. */
const askAgainMs = 5000;

export interface FollowOptions {
  readonly authenticate: (given: Credentials) => Promise<Caller>;
  readonly target: string;
  readonly header: RouteInput['header'];
}

/** The current rights of a streaming caller. Undefined once they may see nothing. */
export function followCaller(
  first: PersonCaller,
  { authenticate, target, header }: FollowOptions,
): () => Promise<PersonCaller | undefined> {
  let caller = first;
  let known = performance.now();
  return async () => {
    if (performance.now() - known < askAgainMs) return caller;
    const now = await authenticated(() =>
      authenticate({ method: 'GET', target, header, bytes: Buffer.alloc(0) }),
    );
    if (now.kind !== 'person' || !holds(now, 'viewer')) return undefined;
    caller = now;
    known = performance.now();
    return caller;
  };
}

async function authenticated(ask: () => Promise<Caller>): Promise<Caller> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Problem) return { kind: 'nobody' };
    throw error;
  }
}
