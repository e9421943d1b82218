import type { Access } from '../../access.ts';
import type { Part } from '../../part.ts';
import { isLoopback } from '../../urls/loopback.ts';
import type { Expanded } from './carriers.ts';

/** Whether a command is proven to do nothing beyond its accesses, so that rules about files and hosts may allow it. */
export function completeness(
  { judgement }: Expanded,
  accesses: readonly Access[],
  doubt: string | undefined,
): Pick<Part, 'complete'> {
  const fetches = doubt === undefined ? judgement?.fetches : undefined;
  return fetches !== undefined && fetchesOnly(fetches, accesses) ? { complete: true } : {};
}

/** Data sent anywhere but to this machine may be anything that was read before. */
function fetchesOnly(fetches: 'asks' | 'sends', accesses: readonly Access[]): boolean {
  return accesses.every(
    (access) =>
      access.kind === 'network' &&
      access.url.known &&
      ((fetches === 'asks' && /^https?$/u.test(access.url.scheme)) ||
        (isLoopback(access.url.host) && local.test(access.url.scheme))),
  );
}

/** The protocols that may be used with a server on this machine. */
const local = /^(?:https?|postgres(?:ql)?|mysql|mariadb|redis|tcp|ws)$/u;
