import { useSyncExternalStore } from 'react';

const key = 'permesso-notify';

export interface Notifications {
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly onToggle: () => void;
}

const listeners = new Set<() => void>();

function isOnNow(): boolean {
  return (
    'Notification' in globalThis &&
    Notification.permission === 'granted' &&
    localStorage.getItem(key) === 'on'
  );
}

function tell(words: 'on' | 'off'): void {
  localStorage.setItem(key, words);
  for (const listener of listeners) listener();
}

/** Whether the browser notifies of pending requests. Off by default; only turning it on asks for the permission. */
export function useNotifications(): Notifications {
  const isOn = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOnNow);
  return {
    isOn,
    isPossible: 'Notification' in globalThis,
    onToggle: () => {
      if (isOn) return tell('off');
      return void Notification.requestPermission().then((answer) =>
        tell(answer === 'granted' ? 'on' : 'off'),
      );
    },
  };
}
