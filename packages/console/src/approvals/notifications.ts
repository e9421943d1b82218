import { useEffect, useRef, useState } from 'react';
import type { InboxItem } from '@permesso/protocol/console/inbox';
import { visible } from '@permesso/protocol/text/show-text';
import { subjectOf } from '../format.ts';
import { agentTitle, wantsText } from './words.ts';

const key = 'permesso-notify';

export interface Notifications {
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly onToggle: () => void;
}

/** Told by the browser while another page is in front. Off until somebody turns it on. */
export function useNotifications(items: readonly InboxItem[]): Notifications {
  const isPossible = 'Notification' in globalThis;
  const [isOn, setOn] = useState(
    () => isPossible && Notification.permission === 'granted' && localStorage.getItem(key) === 'on',
  );
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    if (!isOn || before === undefined || !document.hidden) return;
    for (const item of items.filter(({ id }) => !before.has(id)).slice(0, 3))
      void new Notification(`${visible(agentTitle(item))} ${visible(wantsText(item))}`, {
        body: visible(subjectOf(item.call)).slice(0, 200),
        tag: item.id,
      });
  }, [items, isOn]);
  async function turnOn(): Promise<void> {
    const isGranted = (await Notification.requestPermission()) === 'granted';
    localStorage.setItem(key, isGranted ? 'on' : 'off');
    setOn(isGranted);
  }
  return {
    isOn,
    isPossible,
    onToggle: () => {
      if (!isOn) return void turnOn();
      localStorage.setItem(key, 'off');
      return setOn(false);
    },
  };
}
