import type { ConsolePlugin } from '../../plugin.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const quietHoursPlugin: ConsolePlugin = {
  name: 'quiet-hours',
  parts: {
    notifications: lazyPart(async () => (await import('./own-quiet-hours.tsx')).OwnQuietHours),
    targetNote: lazyPart(async () => (await import('./target-quiet-hours.tsx')).TargetQuietNote),
    target: lazyPart(async () => (await import('./target-quiet-hours.tsx')).TargetQuietHours),
  },
  sheets: {
    integrations: {
      quiet: lazyPart(async () => (await import('./target-quiet-hours.tsx')).TargetQuietSheet),
    },
    notifications: { quiet: lazyPart(async () => (await import('./own-quiet-hours.tsx')).OwnQuietSheet) },
  },
};
