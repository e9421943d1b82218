import type { BrowserContext, Page } from 'playwright-core';

/** Receives in every page of a browser what ran that should not, what the content security policy stopped, what was loaded from elsewhere. */
export async function listenFor(context: BrowserContext, isOwn: (url: string) => boolean): Promise<string[]> {
  const caught: string[] = [];
  await context.exposeFunction('report', (what: string) => void caught.push(what));
  await context.addInitScript(() => {
    const report = (what: string): void =>
      (globalThis as unknown as { report: (what: string) => void }).report(what);
    Object.assign(globalThis, { canary: (at: number) => report(`ran ${at}`), alert: () => report('alert') });
    addEventListener('securitypolicyviolation', (event) =>
      report(`csp ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  context.on('request', (request) => {
    if (!isOwn(request.url())) caught.push(`loaded ${request.url()}`);
  });
  return caught;
}

/** Everything in a page that could act; ours are known. */
export function foreign(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.querySelectorAll(
        'script:not([src^="./assets/"]), img, iframe, object, base, template, style, math',
      ).length,
  );
}
