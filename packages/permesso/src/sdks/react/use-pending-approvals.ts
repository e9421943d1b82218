import { useCallback, useEffect, useState } from 'react';
import type { Approval } from '@permesso/protocol/approval/approval';

export interface PendingApprovals {
  readonly approvals: readonly Approval[];
  /** The last look failed; `approvals` are those of the look before. */
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/** The requests that wait, from your own route around `guard.pending()`. Looks again after `every` milliseconds if given. */
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
