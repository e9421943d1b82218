import {
  Activity,
  BellRing,
  Bot,
  FlaskConical,
  Hourglass,
  Inbox,
  LayoutDashboard,
  Monitor,
  Plug,
  ScrollText,
  Settings,
  ShieldCheck,
  FileClock,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { hasRole } from '../api.ts';
import { seesPending } from '../session/organisation-role.ts';
import { frameTexts } from '../texts/frame.ts';
import type { Session } from '../session/session.ts';

export interface PlaceName {
  readonly to:
    | '/overview'
    | '/approvals'
    | '/activity'
    | '/rules'
    | '/playground'
    | '/agents'
    | '/policy'
    | '/machines'
    | '/people'
    | '/integrations'
    | '/audit'
    | '/pending'
    | '/settings'
    | '/notifications';
  readonly title: string;
  readonly icon: LucideIcon;
}

const overview: PlaceName = { to: '/overview', title: frameTexts.places.overview, icon: LayoutDashboard };
const approvals: PlaceName = { to: '/approvals', title: frameTexts.places.approvals, icon: Inbox };
const activity: PlaceName = { to: '/activity', title: frameTexts.places.activity, icon: Activity };
const rules: PlaceName = { to: '/rules', title: frameTexts.places.rules, icon: ScrollText };
const playground: PlaceName = { to: '/playground', title: frameTexts.places.playground, icon: FlaskConical };

const localPlaces: readonly PlaceName[] = [
  overview,
  approvals,
  activity,
  rules,
  playground,
  { to: '/agents', title: frameTexts.places.agents, icon: Bot },
];

/** What the team server has routes for. */
const teamPlaces: readonly PlaceName[] = [
  overview,
  approvals,
  activity,
  { to: '/policy', title: frameTexts.places.policy, icon: ShieldCheck },
  rules,
  playground,
  { to: '/machines', title: frameTexts.places.machines, icon: Monitor },
];

const people: PlaceName = { to: '/people', title: frameTexts.places.people, icon: Users };
const settings: PlaceName = { to: '/settings', title: frameTexts.places.settings, icon: Settings };
const pending: PlaceName = { to: '/pending', title: frameTexts.places.pending, icon: Hourglass };
const adminPlaces: readonly PlaceName[] = [
  people,
  { to: '/integrations', title: frameTexts.places.integrations, icon: Plug },
  { to: '/audit', title: frameTexts.places.audit, icon: FileClock },
  pending,
  settings,
];

/** What people set for themselves, reached through the account. */
const ownPlaces: readonly PlaceName[] = [
  { to: '/notifications', title: frameTexts.places.notifications, icon: BellRing },
];

export interface Places {
  readonly main: readonly PlaceName[];
  /** For administrators and those who confirm what they ask for; the others do not see that there are any. */
  readonly administration: readonly PlaceName[];
  /** Of the person, in no list of pages. */
  readonly own: readonly PlaceName[];
}

export function placesFor(who: Session['who']): Places {
  if (who.mode === 'local') return { main: localPlaces, administration: [], own: [] };
  if (hasRole(who, 'admin', null)) return { main: teamPlaces, administration: adminPlaces, own: ownPlaces };
  const isAdmin = who.roles.some(({ role }) => role === 'admin');
  const administration = [...(isAdmin ? [people, settings] : []), ...(seesPending(who) ? [pending] : [])];
  return { main: teamPlaces, administration, own: ownPlaces };
}
