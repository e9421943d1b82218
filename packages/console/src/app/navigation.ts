import {
  Activity,
  Bot,
  FlaskConical,
  Inbox,
  LayoutDashboard,
  Monitor,
  ScrollText,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { frameTexts } from '../texts/frame.ts';

export interface PlaceName {
  readonly to:
    | '/overview'
    | '/approvals'
    | '/activity'
    | '/rules'
    | '/playground'
    | '/agents'
    | '/policy'
    | '/machines';
  readonly title: string;
  readonly icon: LucideIcon;
}

const overview: PlaceName = { to: '/overview', title: frameTexts.places.overview, icon: LayoutDashboard };
const approvals: PlaceName = { to: '/approvals', title: frameTexts.places.approvals, icon: Inbox };
const activity: PlaceName = { to: '/activity', title: frameTexts.places.activity, icon: Activity };
const rules: PlaceName = { to: '/rules', title: frameTexts.places.rules, icon: ScrollText };
const playground: PlaceName = { to: '/playground', title: frameTexts.places.playground, icon: FlaskConical };

export const localPlaces: readonly PlaceName[] = [
  overview,
  approvals,
  activity,
  rules,
  playground,
  { to: '/agents', title: frameTexts.places.agents, icon: Bot },
];

/** What the team server has routes for. */
export const teamPlaces: readonly PlaceName[] = [
  overview,
  approvals,
  activity,
  { to: '/policy', title: frameTexts.places.policy, icon: ShieldCheck },
  rules,
  playground,
  { to: '/machines', title: frameTexts.places.machines, icon: Monitor },
];
