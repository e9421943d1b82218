import {
  Activity,
  Bot,
  FlaskConical,
  Inbox,
  LayoutDashboard,
  ScrollText,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';

export interface PlaceName {
  readonly to: '/overview' | '/approvals' | '/activity' | '/rules' | '/playground' | '/agents' | '/policy';
  readonly title: string;
  readonly icon: LucideIcon;
}

const approvals: PlaceName = { to: '/approvals', title: 'Approvals', icon: Inbox };
const shared: readonly PlaceName[] = [
  { to: '/activity', title: 'Activity', icon: Activity },
  { to: '/rules', title: 'Rules', icon: ScrollText },
  { to: '/playground', title: 'Playground', icon: FlaskConical },
];

export const localPlaces: readonly PlaceName[] = [
  { to: '/overview', title: 'Overview', icon: LayoutDashboard },
  approvals,
  ...shared,
  { to: '/agents', title: 'Agents', icon: Bot },
];

/** What the team server has routes for. */
export const teamPlaces: readonly PlaceName[] = [
  approvals,
  ...shared,
  { to: '/policy', title: 'Policy', icon: ShieldCheck },
];
