import { useEffect, useState } from 'react';
import { type InboxItem, type LiveChange, liveChange, liveInbox } from '@permesso/protocol/console';
import { checkedReply, here } from './api.ts';

export interface Live {
  readonly items: readonly InboxItem[];
  /** Larger than `items` if not all were sent. */
  readonly waiting: number;
  readonly connected: boolean;
}

/** Milliseconds before reconnecting to a stream that the server ended. */
const againMs = 2000;

export interface LiveOptions {
  /** Called when the server refuses the stream: the person may have been signed out. */
  readonly onRefused?: () => void;
}

/** Pending requests, updated live. While this listens, agents wait for answers from here. */
export function useLive({ onRefused }: LiveOptions = {}): Live {
  const [live, setLive] = useState<Live>({ items: [], waiting: 0, connected: false });
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (): void => {
      source = new EventSource(here('/api/live'));
      source.addEventListener('inbox', (event) => {
        const { items, waiting = items.length } = checkedReply(liveInbox, dataOf(event));
        setLive({ items, waiting, connected: true });
      });
      source.addEventListener('change', (event) =>
        setLive((before) => applyChange(before, checkedReply(liveChange, dataOf(event)))),
      );
      source.addEventListener('open', () => setLive((before) => ({ ...before, connected: true })));
      source.addEventListener('error', () => {
        setLive((before) => ({ ...before, connected: false }));
        // The browser reconnects a broken connection, but not after a response that is not a stream.
        if (source.readyState !== EventSource.CLOSED || onRefused === undefined) return;
        onRefused();
        timer = setTimeout(listen, againMs);
      });
    };
    listen();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
  return live;
}

/** Oldest first; existing ones keep their place. */
function applyChange({ items }: Live, { added, gone }: LiveChange): Live {
  const known = new Map(added.map((item) => [item.id, item]));
  const kept = items
    .filter(({ id }) => !gone.includes(id))
    .map((item) => {
      const now = known.get(item.id) ?? item;
      known.delete(item.id);
      return now;
    });
  const all = [...kept, ...[...known.values()].toSorted((a, b) => a.askedAt - b.askedAt)];
  return { items: all, waiting: all.length, connected: true };
}

function dataOf(event: Event): unknown {
  return JSON.parse((event as MessageEvent<string>).data);
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
