import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOfOrganisation } from '../team/organisation-role.ts';
import { Frame } from './frame.tsx';
import { allPlaces } from './navigation.ts';
import { newAddress } from './old-addresses.ts';
import { useSession } from './session.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: First });

const pages = new Set<string>(allPlaces.map(({ to }) => to));

/** The first page: the overview, unless it is about more than somebody may see. */
function First() {
  const { who } = useSession();
  const { history, navigate } = useRouter();
  const isForAll = who.mode === 'local' || isOfOrganisation(who);
  useEffect(() => {
    // Somebody may have gone on to another page before this one was drawn.
    if (newAddress(location.hash) !== undefined || pages.has(history.location.pathname)) return;
    void navigate({ to: isForAll ? '/overview' : '/approvals', replace: true });
  }, [history, navigate, isForAll]);
  return null;
}

/** Texts stay texts: what an address says is not JSON. */
function readSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

const first = createRoute({ getParentRoute: () => root, path: '/', component: First });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../overview/overview.tsx'), 'OverviewPage'),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../approvals/approvals.tsx'), 'ApprovalsPage'),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../agents/agents.tsx'), 'AgentsPage'),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../activity/activity.tsx'), 'ActivityPage'),
});
const rules = createRoute({
  getParentRoute: () => root,
  path: '/rules',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../rules/rules.tsx'), 'RulesPage'),
});
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../playground/playground.tsx'), 'PlaygroundPage'),
});
const policy = createRoute({
  getParentRoute: () => root,
  path: '/policy',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../policy/policy.tsx'), 'PolicyPage'),
});
const machines = createRoute({
  getParentRoute: () => root,
  path: '/machines',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../machines/machines.tsx'), 'MachinesPage'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../admin/people.tsx'), 'PeoplePage'),
});
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../admin/integrations.tsx'), 'IntegrationsPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../admin/audit.tsx'), 'AuditPage'),
});
const pending = createRoute({
  getParentRoute: () => root,
  path: '/pending',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../admin/pending/pending-page.tsx'), 'PendingPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../admin/settings.tsx'), 'SettingsPage'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../passkeys/account.tsx'), 'AccountPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../own-machines/join-page.tsx'), 'JoinPage'),
});
const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../notifications/notifications.tsx'), 'NotificationsPage'),
});

const routeTree = root.addChildren([
  first,
  overview,
  approvals,
  agents,
  activity,
  rules,
  playground,
  policy,
  machines,
  people,
  integrations,
  audit,
  pending,
  settings,
  notifications,
  account,
  join,
]);

/** Made once somebody is let in: the address may have changed until then. */
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
