import type { ConsolePlugin } from '../../plugin.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

/** Push was enabled here at some time. */
const hasWorker =
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator &&
  localStorage.getItem('permesso-push') !== null;

export const webPushPlugin: ConsolePlugin = {
  name: 'web-push',
  parts: {
    notifications: lazyPart(async () => (await import('./push-card.tsx')).PushCard),
    waysToAsk: lazyPart(async () => (await import('./push-setting.tsx')).PushSetting),
    ...(hasWorker ? { background: lazyPart(async () => (await import('./push-watch.tsx')).PushWatch) } : {}),
  },
  targetKinds: { push: 'Browser' },
  browserPrint: async () => (await import('./push.ts')).pushPrint(),
  onSignOut: async () => (await import('./push.ts')).unsubscribe(),
};
