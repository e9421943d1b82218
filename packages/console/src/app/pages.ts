import {
  Activity,
  BellRing,
  Bot,
  FileClock,
  FlaskConical,
  Hourglass,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Monitor,
  Plug,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { hasRole } from '../api.ts';
import { seesPending } from '../session/organisation-role.ts';
import type { Session } from '../session/session.ts';

interface PageRow {
  readonly to: `/${string}`;
  readonly load: () => Promise<ComponentType>;
  /** Where the page is listed, and for whom. Others are reached by links only. */
  readonly listed?: {
    readonly title: string;
    readonly icon: LucideIcon;
    readonly in: 'main' | 'administration' | 'own';
    readonly for: (who: Session['who']) => boolean;
  };
  /** Fetched as soon as the first page is rendered. */
  readonly isOften?: boolean;
  /** Rules differ between a team's projects. */
  readonly isOfProject?: boolean;
}

const everybody = (): boolean => true;
const onMachine = (who: Session['who']): boolean => who.mode === 'local';
const ofTeam = (who: Session['who']): boolean => who.mode === 'team';
const administrator = (who: Session['who']): boolean =>
  who.mode === 'team' && who.roles.some(({ role }) => role === 'admin');
const administratorOfAll = (who: Session['who']): boolean =>
  who.mode === 'team' && hasRole(who, 'admin', null);

/** Every page, in the order of the sidebar. A page is a folder and its row here. */
export const pages = [
  {
    to: '/overview',
    load: async () => (await import('../overview/overview.tsx')).OverviewPage,
    listed: { title: 'Overview', icon: LayoutDashboard, in: 'main', for: everybody },
  },
  {
    to: '/approvals',
    load: async () => (await import('../approvals/approvals.tsx')).ApprovalsPage,
    listed: { title: 'Approvals', icon: Inbox, in: 'main', for: everybody },
    isOften: true,
  },
  {
    to: '/activity',
    load: async () => (await import('../activity/activity.tsx')).ActivityPage,
    listed: { title: 'Activity', icon: Activity, in: 'main', for: everybody },
    isOften: true,
  },
  {
    to: '/policy',
    load: async () => (await import('../policy/policy.tsx')).PolicyPage,
    listed: { title: 'Policy', icon: ShieldCheck, in: 'main', for: ofTeam },
    isOfProject: true,
  },
  {
    to: '/rules',
    load: async () => (await import('../rules/rules.tsx')).RulesPage,
    listed: { title: 'Rules', icon: ScrollText, in: 'main', for: everybody },
    isOfProject: true,
  },
  {
    to: '/playground',
    load: async () => (await import('../playground/playground.tsx')).PlaygroundPage,
    listed: { title: 'Playground', icon: FlaskConical, in: 'main', for: everybody },
    isOfProject: true,
  },
  {
    to: '/agents',
    load: async () => (await import('../agents/agents.tsx')).AgentsPage,
    listed: { title: 'Agents', icon: Bot, in: 'main', for: onMachine },
  },
  {
    to: '/machines',
    load: async () => (await import('../machines/machines.tsx')).MachinesPage,
    listed: { title: 'Machines', icon: Monitor, in: 'main', for: ofTeam },
  },
  {
    to: '/people',
    load: async () => (await import('../admin/people.tsx')).PeoplePage,
    listed: { title: 'People', icon: Users, in: 'administration', for: administrator },
  },
  {
    to: '/integrations',
    load: async () => (await import('../admin/integrations.tsx')).IntegrationsPage,
    listed: { title: 'Integrations', icon: Plug, in: 'administration', for: administratorOfAll },
  },
  {
    to: '/audit',
    load: async () => (await import('../admin/audit.tsx')).AuditPage,
    listed: { title: 'Audit', icon: FileClock, in: 'administration', for: administratorOfAll },
  },
  {
    to: '/pending',
    load: async () => (await import('../pending/pending-page.tsx')).PendingPage,
    listed: { title: 'Pending changes', icon: Hourglass, in: 'administration', for: seesPending },
  },
  {
    to: '/settings',
    load: async () => (await import('../admin/settings.tsx')).SettingsPage,
    listed: { title: 'Settings', icon: Settings, in: 'administration', for: administrator },
  },
  {
    to: '/notifications',
    load: async () => (await import('../notifications/notifications.tsx')).NotificationsPage,
    listed: { title: 'Notifications', icon: BellRing, in: 'own', for: ofTeam },
  },
  { to: '/account', load: async () => (await import('../account/account.tsx')).AccountPage },
  { to: '/join', load: async () => (await import('../account/join-page.tsx')).JoinPage },
] as const satisfies readonly PageRow[];

export type PagePath = (typeof pages)[number]['to'];

/** A page in the sidebar, the tab bar and the palette. */
export interface ListedPage extends Pick<NonNullable<PageRow['listed']>, 'title' | 'icon' | 'in'> {
  readonly to: PagePath;
  readonly isOften: boolean;
  readonly isOfProject: boolean;
}

/** The pages that a person may open; others are not shown at all. */
export function pagesFor(who: Session['who']): readonly ListedPage[] {
  return pages.flatMap(({ to, listed, isOften = false, isOfProject = false }: PageRow & { to: PagePath }) =>
    listed?.for(who) === true ? [{ to, ...listed, isOften, isOfProject }] : [],
  );
}
