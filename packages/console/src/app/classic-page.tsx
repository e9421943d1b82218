import { TeamPage } from '../classic/team-pages.tsx';
import { useSession } from './session.ts';

/** The team's pages as they were, in the new frame, until each is drawn with the new components. */
export function ActivityPage() {
  return <ClassicPage at="activity" />;
}

export function RulesPage() {
  return <ClassicPage at="rules" />;
}

export function PolicyPage() {
  return <ClassicPage at="policy" />;
}

function ClassicPage({ at }: { readonly at: string }) {
  const { who, onLook } = useSession();
  if (who.mode !== 'team') return null;
  return (
    <div className="classic">
      <TeamPage who={who} at={at} onChanged={onLook} />
    </div>
  );
}
