import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../format.ts';
import { useToasts, type Said } from '../ui/toasts.tsx';

export type Act = (work: () => Promise<unknown>, done: string, onUndo?: Said['onUndo']) => Promise<boolean>;

/** Does it, says that it is done or why not, and has the lists read again. */
export function useAct(...keys: readonly string[]): Act {
  const client = useQueryClient();
  const say = useToasts();
  return async (work, done, onUndo) => {
    try {
      await work();
      say({ text: done, ...(onUndo === undefined ? {} : { onUndo }) });
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
      return false;
    } finally {
      for (const key of keys) await client.invalidateQueries({ queryKey: [key] });
    }
    return true;
  };
}
