import { createHash } from 'node:crypto';
import { agentChain, type ToolCall } from '@permesso/engine/call';
import type { LimitReceipt } from '@permesso/engine/decision';
import { type LimitInput, limitPeriods } from '@permesso/engine/policy';
import type { LimitClaim } from './limit-store.ts';

const minute = 60_000;
const windows = { minute, hour: 60 * minute, day: 24 * 60 * minute } as const;

/** How long a session's count is kept after its last call: there is no event for the end of a session. */
const sessionKept = 30 * windows.day;

/** How much a call takes from a limit, and where that is counted. */
export interface MeasuredLimit {
  readonly limit: LimitReceipt;
  /** The counts that the limit bounds: one per meter. */
  readonly keys: readonly string[];
  readonly amount: number;
  readonly most: number;
}

export interface CallClaims {
  readonly limits: readonly MeasuredLimit[];
  /** Each count once, however many limits share it. */
  readonly claims: readonly LimitClaim[];
}

/**
 * What a call takes from each meter. It is counted in every window, although the limit bounds only one: a limit that
 * changes from hours to days finds today's count. The same call at the same time gives the same keys in every
 * process.
 */
export function claimsOf(
  limits: readonly LimitReceipt[],
  { call, now }: { readonly call: ToolCall; readonly now: number },
): CallClaims {
  const claims = new Map<string, LimitClaim>();
  const measured = limits.map((receipt): MeasuredLimit => {
    const { limit, meters, amount = Infinity, over } = receipt;
    // A person approved it beyond the limit: it runs, so it counts.
    const most = over === true ? Number.MAX_VALUE : (limit.calls ?? limit.most ?? 0);
    const keys: string[] = [];
    for (const meter of meters) {
      for (const per of limitPeriods) {
        const counted = countOf({ meter, limit }, { per, call, now });
        const isBounded = per === limit.per;
        if (isBounded) keys.push(counted.key);
        const before = claims.get(counted.key);
        claims.set(counted.key, {
          ...counted,
          amount: Math.max(amount, before?.amount ?? 0),
          most: Math.min(isBounded ? most : Number.MAX_VALUE, before?.most ?? Number.MAX_VALUE),
        });
      }
    }
    return { limit: receipt, keys, amount, most };
  });
  return { limits: measured, claims: [...claims.values()] };
}

interface Metered {
  readonly meter: string;
  readonly limit: LimitInput;
}

interface CountedAt {
  readonly per: LimitInput['per'];
  readonly call: ToolCall;
  readonly now: number;
}

function countOf(
  { meter, limit: { calls, by = 'principal' } }: Metered,
  at: CountedAt,
): Pick<LimitClaim, 'key' | 'until'> {
  const { window, until, session } = windowOf(at);
  const name = [meter, calls === undefined ? 'sum' : 'calls', ...countedFor(by, at.call), ...session];
  // Hashed: names are long, and people's names do not belong in the keys of a shared Redis.
  const meterKey = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 40);
  // The clock of a fixed world may be stopped, but stores expire by their own: a count must outlive the call.
  return { key: `${meterKey}/${window}`, until: until + Math.max(0, Date.now() - at.now) };
}

/** Tenants are counted separately unless the limit says otherwise. Calls without a principal are counted together. */
function countedFor(by: NonNullable<LimitInput['by']>, call: ToolCall): readonly (string | null)[] {
  const tenant = call.owner?.tenant ?? null;
  switch (by) {
    case 'principal':
      return ['principal', tenant, call.owner?.user ?? null];
    case 'agent':
      return ['agent', tenant, call.host ?? null, agentChain(call)[0]];
    case 'tenant':
    case 'all':
      return ['tenant', tenant];
    case 'everyone':
      return ['everyone'];
  }
}

interface Window {
  readonly window: string;
  readonly until: number;
  /** Only the session concerned: two tenants may use the same name. */
  readonly session: readonly (string | null)[];
}

/** Clock minutes and hours, and UTC days, so that every process computes the same window. */
function windowOf({ per, call, now }: CountedAt): Window {
  if (per === 'session')
    return {
      window: per,
      until: now + sessionKept,
      session: ['session', call.owner?.tenant ?? null, call.session ?? ''],
    };
  const long = windows[per];
  const start = Math.floor(now / long) * long;
  // Slightly longer, for machines whose clocks differ.
  return { window: `${per} ${start}`, until: start + long + windows.minute, session: [] };
}
