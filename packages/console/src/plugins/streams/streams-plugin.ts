import type { ConsolePlugin } from '../../plugin.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const streamsPlugin: ConsolePlugin = {
  name: 'streams',
  parts: { evidence: lazyPart(async () => (await import('./streams.tsx')).Streams) },
  sheets: {
    integrations: { stream: lazyPart(async () => (await import('./stream-sheet.tsx')).StreamSheet) },
  },
};
