import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router';
import { useEffect, type ComponentType } from 'react';
import { isOfOrganisation } from '../session/organisation-role.ts';
import { useSession } from '../session/session.ts';
import { Frame } from './frame.tsx';
import { frameTexts } from '../texts/frame.ts';
import { Failed } from '../ui/states.tsx';
import { newAddress } from './old-addresses.ts';
import { pages } from './pages.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: First });

/** The first page: the overview, unless it needs more rights than the person has. */
function First() {
  const { who } = useSession();
  const { history, navigate, routesByPath } = useRouter();
  const isForAll = who.mode === 'local' || isOfOrganisation(who);
  useEffect(() => {
    // The person may have navigated on before this page was rendered.
    const at = history.location.pathname;
    if (newAddress(location.hash) !== undefined || (at !== '/' && Object.hasOwn(routesByPath, at))) return;
    void navigate({ to: isForAll ? '/overview' : '/approvals', replace: true });
  }, [history, navigate, routesByPath, isForAll]);
  return null;
}

/** Keeps values as text: query values are not JSON. */
function readSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

function Unfetched() {
  return (
    <Failed title={frameTexts.unreachable} onRetry={() => location.reload()}>
      {null}
    </Failed>
  );
}

/** A page is loaded on navigation, or a moment after the first one is rendered. */
function page<const Path extends string>(path: Path, load: () => Promise<ComponentType>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readSearch,
    // A failed script load becomes an error page: the router would reload into the browser's own error page.
    component: lazyRouteComponent(async () => ({ default: await load().catch(() => Unfetched) })),
  });
}

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: First }),
  ...pages.map(({ to, load }) => page(to, load)),
]);

/** Created after sign-in: the URL may change until then. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    history: createHashHistory(),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) =>
          value === undefined || value === '' ? [] : [[name, String(value)]],
        ),
      ).toString();
      return text === '' ? '' : `?${text}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
