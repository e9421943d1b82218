/** A burst, and a refill rate per second. */
export interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Token buckets in this process's memory: each of several servers applies the limit separately. */
export interface RateLimiter {
  /** Seconds to wait; undefined if there is room. */
  readonly take: (key: string, limit: Limit) => number | undefined;
}

const mostKeys = 100_000;

export function rateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take: (key, { burst, perSecond }) => {
      const at = now();
      const bucket = buckets.get(key) ?? { left: burst, at };
      const left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
      // The least recently used bucket goes first, so that forged addresses cannot fill the memory.
      buckets.delete(key);
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at });
      if (buckets.size > mostKeys)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      return left >= 1 ? undefined : Math.ceil((1 - left) / perSecond);
    },
  };
}
