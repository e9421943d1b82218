import { useQueryClient } from '@tanstack/react-query';
import { PendingChange } from '../api.ts';
import { errorText } from '../format.ts';
import { useToasts, type ToastMessage } from '../ui/toasts.tsx';
import { pendingKey } from './pending-query.ts';

export type Act = (
  work: () => Promise<unknown>,
  done: string,
  onUndo?: ToastMessage['onUndo'],
) => Promise<boolean>;

/**
 * Runs the act, reports that it is done, pending or failed, and refreshes the lists. Returns whether the server
 * accepted it.
 */
export function useAct(...keys: readonly string[]): Act {
  const client = useQueryClient();
  const say = useToasts();
  return async (work, done, onUndo) => {
    try {
      await work();
      say({ text: done, ...(onUndo === undefined ? {} : { onUndo }) });
    } catch (error) {
      say(saidOf(error));
      return error instanceof PendingChange;
    } finally {
      for (const key of [...keys, pendingKey]) await client.invalidateQueries({ queryKey: [key] });
    }
    return true;
  };
}

/** Awaiting another person is not an error. */
export function saidOf(error: unknown): ToastMessage {
  const isPending = error instanceof PendingChange;
  return { text: errorText(error), isPending, isProblem: !isPending };
}
