import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Activity } from '../classic/activity.tsx';
import { Playground } from '../classic/playground.tsx';
import { Rules } from '../classic/rules.tsx';
import { TeamPage } from '../classic/team-pages.tsx';
import { useSession } from './session.ts';

/** Pages as they were, in the new frame, until each is drawn with the new components. */
export function ActivityPage() {
  return <ClassicPage at="activity" local={() => <Activity />} />;
}

export function RulesPage() {
  return <ClassicPage at="rules" local={() => <Rules />} />;
}

export function PlaygroundPage() {
  return <ClassicPage at="playground" local={(rest) => <Playground shared={rest} />} />;
}

export function PolicyPage() {
  return <ClassicPage at="policy" local={() => null} />;
}

interface ClassicPageProps {
  readonly at: string;
  readonly local: (rest: string) => ReactNode;
}

function ClassicPage({ at, local }: ClassicPageProps) {
  const { who, onLook } = useSession();
  const rest = useRouterState({ select: ({ location }) => location.searchStr }).replace(/^\?/, '');
  return (
    <div className="classic">
      {who.mode === 'team' ? <TeamPage who={who} at={at} rest={rest} onChanged={onLook} /> : local(rest)}
    </div>
  );
}
