import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { LocalWho, TeamWho } from '@permesso/protocol/console';
import { enter, type Entered } from '../api.ts';
import { errorText } from '../format.ts';
import { useLive } from '../live.ts';
import { Failed } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { leadToRememberedPage } from './page-after-sign-in.ts';
import { leadOldAddresses } from './old-addresses.ts';
import { pagesFor } from './pages.ts';
import { preloadPages } from './preload-pages.ts';
import { createConsoleRouter } from './router.tsx';
import { SessionContext } from '../session/session.ts';
import { frameTexts } from '../texts/frame.ts';

const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }));

leadOldAddresses();
leadToRememberedPage();

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
});

/** One application for both servers: the local console, and a team server. */
function Door() {
  const [entered, setEntered] = useState<Entered>();
  const [problem, setProblem] = useState('');
  const look = useCallback(() => {
    setProblem('');
    enter().then(setEntered, (error: unknown) => setProblem(errorText(error)));
  }, []);
  useEffect(look, [look]);
  if (problem !== '' && entered === undefined)
    return (
      <main>
        <Failed title={frameTexts.unreachable} onRetry={look}>
          {problem}
        </Failed>
      </main>
    );
  if (entered === undefined) return null;
  if (entered.mode === 'stranger')
    return (
      <Suspense fallback={null}>
        <SignIn mayNotLook={entered.mayNotLook} onEntered={look} />
      </Suspense>
    );
  return <Console who={entered} onLook={look} />;
}

function Console({ who, onLook }: { readonly who: LocalWho | TeamWho; readonly onLook: () => void }) {
  const live = useLive(who.mode === 'team' ? { onRefused: onLook } : {});
  const [router] = useState(createConsoleRouter);
  useEffect(() => {
    // A local server may end at any time, so all of its pages are fetched.
    const wanted = pagesFor(who).filter(({ isOften }) => isOften || who.mode === 'local');
    return preloadPages(
      router,
      wanted.map(({ to }) => to),
    );
  }, [router, who]);
  const session = useMemo(() => ({ who, live, onLook }), [who, live, onLook]);
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}

const page = document.querySelector('#page');
if (page !== null)
  createRoot(page).render(
    // The content security policy forbids style elements.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Toasts>
          <Door />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>,
  );
