import { tellFirstPageStands } from './first-page.ts';
import type { PagePath } from './pages.ts';
import type { createConsoleRouter } from './router.tsx';

/** Fetches their scripts once the first page is drawn and nobody is waiting for it, so that other pages open at once. */
export function preloadPages(
  router: ReturnType<typeof createConsoleRouter>,
  pages: readonly PagePath[],
): () => void {
  const stop = router.subscribe('onResolved', () => {
    stop();
    whenIdle(() => {
      // In the page's own record of what it loaded: what follows belongs to other pages.
      performance.mark('preload-pages');
      tellFirstPageStands();
      for (const to of pages) void router.preloadRoute({ to });
    });
  });
  return stop;
}

/** Safari has no idle callback, and a page behind others is never idle. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
