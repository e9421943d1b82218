import type { createConsoleRouter } from './router.tsx';

/** The pages that are opened most. */
const pages = ['/activity', '/approvals'] as const;

/** Fetches their scripts once the first page stands and nobody is waiting for it: their first rows need not wait for them. */
export function preloadPages(router: ReturnType<typeof createConsoleRouter>): () => void {
  const stop = router.subscribe('onResolved', () => {
    stop();
    whenIdle(() => {
      // In the page's own record of what it loaded: what follows belongs to other pages.
      performance.mark('preload-pages');
      for (const to of pages) void router.preloadRoute({ to });
    });
  });
  return stop;
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
  else setTimeout(run, 200);
}
