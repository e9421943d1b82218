import { tellFirstPageStands } from './first-page.ts';
import type { createConsoleRouter } from './router.tsx';

/** The pages that are opened most, and those of a server that may end any time. */
const often = ['/activity', '/approvals'] as const;
const local = ['/overview', ...often, '/rules', '/playground', '/agents'] as const;

/** Fetches their scripts once the first page is drawn and nobody is waiting for it, so that other pages open at once. */
export function preloadPages(router: ReturnType<typeof createConsoleRouter>, isLocal: boolean): () => void {
  const stop = router.subscribe('onResolved', () => {
    stop();
    whenIdle(() => {
      // In the page's own record of what it loaded: what follows belongs to other pages.
      performance.mark('preload-pages');
      tellFirstPageStands();
      for (const to of isLocal ? local : often) void router.preloadRoute({ to });
    });
  });
  return stop;
}

/** Safari has no idle callback, and a page behind others is never idle. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
