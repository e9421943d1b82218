import { useEffect, useState } from 'preact/hooks';
import type { InboxItem } from './api.ts';

export interface Live {
  readonly items: readonly InboxItem[];
  readonly connected: boolean;
}

/** The questions that wait, as they come and go. While this listens, agents wait for answers from here. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ items: [], connected: false });
  useEffect(() => {
    const source = new EventSource('/api/live');
    source.addEventListener('inbox', (event) => {
      const { items } = JSON.parse((event as MessageEvent<string>).data) as {
        readonly items: readonly InboxItem[];
      };
      setLive({ items, connected: true });
    });
    source.addEventListener('open', () => setLive(({ items }) => ({ items, connected: true })));
    source.addEventListener('error', () => setLive(({ items }) => ({ items, connected: false })));
    return () => source.close();
  }, []);
  return live;
}

/** The clock, for texts such as "12 s ago". */
export function useNow(every = 1000): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
