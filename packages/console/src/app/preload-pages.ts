import { tellFirstPageStands } from './first-page.ts';
import type { PagePath } from './pages.ts';
import type { createConsoleRouter } from './router.tsx';

/** Fetches pages' scripts in idle time after the first page is rendered, so that they open at once. */
export function preloadPages(
  router: ReturnType<typeof createConsoleRouter>,
  pages: readonly PagePath[],
): () => void {
  const stop = router.subscribe('onResolved', () => {
    stop();
    whenIdle(() => {
      // A mark in the performance timeline: loads after it belong to other pages.
      performance.mark('preload-pages');
      tellFirstPageStands();
      for (const to of pages) void router.preloadRoute({ to });
    });
  });
  return stop;
}

/** Safari has no idle callback, and a page in a background tab is never idle. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
