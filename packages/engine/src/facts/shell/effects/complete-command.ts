import type { Effect } from '../../effect.ts';
import type { Part } from '../../part.ts';
import type { Expanded } from './carriers.ts';

/** Whether a command is proven to do nothing but its effects, so that rules about files and hosts may allow it. */
export function completeness(
  { judgement }: Expanded,
  effects: readonly Effect[],
  doubt: string | undefined,
): Pick<Part, 'complete'> {
  const fetches = doubt === undefined ? judgement?.fetches : undefined;
  return fetches !== undefined && fetchesOnly(fetches, effects) ? { complete: true } : {};
}

/** What is sent elsewhere than to this machine may be anything that was read before. */
function fetchesOnly(fetches: 'asks' | 'sends', effects: readonly Effect[]): boolean {
  return effects.every(
    (effect) =>
      effect.kind === 'network' &&
      effect.url.known &&
      ((fetches === 'asks' && /^https?$/u.test(effect.url.scheme)) ||
        (isLoopback(effect.url.host) && local.test(effect.url.scheme))),
  );
}

/** What may be asked of a server on this machine. */
const local = /^(?:https?|postgres(?:ql)?|mysql|mariadb|redis|tcp|ws)$/u;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
