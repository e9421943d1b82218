import { useCallback, useEffect, useState } from 'react';
import type { Approval } from '@permesso/protocol/approval';

/** The pending requests, as last loaded. */
export interface PendingApprovals {
  readonly approvals: readonly Approval[];
  /** The last load failed; `approvals` are those loaded before. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/**
 * The pending requests, from your own route around `guard.pending()`. Reloads every `every` milliseconds, if set.
 *
 * @example
 * ```tsx
 * import type { Approval } from '@permesso/gate';
 * import { usePendingApprovals } from '@permesso/gate/react';
 * const load = async (signal: AbortSignal): Promise<readonly Approval[]> => (await fetch('/pending', { signal })).json();
 * export const Count = () => <p>{usePendingApprovals(load, { every: 5000 }).approvals.length} requests wait.</p>;
 * ```
 */
export function usePendingApprovals(
  load: (signal: AbortSignal) => Promise<readonly Approval[]>,
  { every }: { readonly every?: number } = {},
): PendingApprovals {
  const [approvals, setApprovals] = useState<readonly Approval[]>([]);
  const [error, setError] = useState<Error>();
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    const over = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const found = await load(over.signal);
        if (over.signal.aborted) return;
        setApprovals(found);
        setError(undefined);
      } catch (failed) {
        if (!over.signal.aborted) setError(failed instanceof Error ? failed : new Error(String(failed)));
      }
    };
    void look();
    const again = every === undefined ? undefined : setTimeout(reload, every);
    return () => {
      over.abort();
      clearTimeout(again);
    };
  }, [load, every, turn, reload]);
  return { approvals, error, reload };
}
