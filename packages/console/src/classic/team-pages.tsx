import { useState } from 'react';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { Policy } from './policy.tsx';
import { ProjectChoice } from './project-choice.tsx';
import { TeamActivity } from './team-activity.tsx';
import { TeamRules } from './team-rules.tsx';

export interface TeamPageProps {
  readonly who: TeamWho;
  /** The page's name. */
  readonly at: string;
  readonly onChanged: () => void;
}

/** The pages that are about one project, and the record of them all. */
export function TeamPage({ who, at, onChanged }: TeamPageProps) {
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? who.projects[0]?.id;
  if (at === 'activity') return <TeamActivity />;
  if (project === undefined)
    return (
      <div className="empty">
        <p>
          There is no project yet that you may look at. An admin adds one with <code>POST /v1/projects</code>.
        </p>
      </div>
    );
  const choice = <ProjectChoice who={who} project={project} onChoose={setChosen} />;
  return (
    <>
      {who.frozen !== null && (
        <p className="warning">Every call of the organisation is denied for now: {visible(who.frozen)}</p>
      )}
      {at === 'rules' && (
        <TeamRules key={project} who={who} project={project}>
          {choice}
        </TeamRules>
      )}
      {at === 'policy' && (
        <Policy key={project} who={who} project={project} onChanged={onChanged}>
          {choice}
        </Policy>
      )}
    </>
  );
}
