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
const activity: PlaceName = { to: '/activity', title: 'Activity', icon: Activity };
const rules: PlaceName = { to: '/rules', title: 'Rules', icon: ScrollText };
const playground: PlaceName = { to: '/playground', title: 'Playground', icon: FlaskConical };

export const localPlaces: readonly PlaceName[] = [
  { to: '/overview', title: 'Overview', icon: LayoutDashboard },
  approvals,
  activity,
  rules,
  playground,
  { to: '/agents', title: 'Agents', icon: Bot },
];

/** What the team server has routes for. */
export const teamPlaces: readonly PlaceName[] = [
  approvals,
  activity,
  { to: '/policy', title: 'Policy', icon: ShieldCheck },
  rules,
  playground,
];
