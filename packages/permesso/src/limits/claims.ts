import { createHash } from 'node:crypto';
import { agentChain, type ToolCall } from '@permesso/engine/internal/call/tool-call';
import type { LimitReceipt } from '@permesso/engine/internal/decision/receipt';
import type { LimitInput } from '@permesso/engine/internal/policy/rules/limit';
import type { LimitClaim } from './limit-store.ts';

const minute = 60_000;
const windows = { minute, hour: 60 * minute, day: 24 * 60 * minute } as const;

/** How long the count of a session is kept after its last call: nobody says when a session is over. */
const sessionKept = 30 * windows.day;

/** What a call takes of each limit. The same call at the same time names the same keys in every process. */
export function claimsOf(
  limits: readonly LimitReceipt[],
  { call, now }: { readonly call: ToolCall; readonly now: number },
): readonly LimitClaim[] {
  // The clock of a fixed world may stand still, and stores forget by their own: a count must outlive the call.
  const behind = Math.max(0, Date.now() - now);
  return limits.map(({ key, limit, amount = Infinity }) => {
    const { per, by = 'principal' } = limit;
    const window = windowOf(per, call, now);
    const name = JSON.stringify([key, countedFor(by, call), window.name]);
    return {
      // Rules are long, and names of people are not for every key of a shared Redis.
      key: createHash('sha256').update(name).digest('hex').slice(0, 40),
      amount,
      most: limit.calls ?? limit.most ?? 0,
      until: window.until + behind,
    };
  });
}

/** Calls without a principal are counted together: nobody is counted for nobody. */
function countedFor(by: NonNullable<LimitInput['by']>, call: ToolCall): readonly (string | null)[] {
  switch (by) {
    case 'principal':
      return [call.owner?.tenant ?? null, call.owner?.user ?? null];
    case 'agent':
      return [call.host ?? null, agentChain(call)[0]];
    case 'all':
      return [];
  }
}

interface Window {
  readonly name: string;
  readonly until: number;
}

/** Minutes and hours of the clock, days of UTC: every process finds the same one without asking. */
function windowOf(per: LimitInput['per'], { session }: ToolCall, now: number): Window {
  if (per === 'session') return { name: `session ${session ?? ''}`, until: now + sessionKept };
  const long = windows[per];
  const start = Math.floor(now / long) * long;
  // A little longer, for machines whose clocks differ.
  return { name: `${per} ${start}`, until: start + long + windows.minute };
}
