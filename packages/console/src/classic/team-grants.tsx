import { useCallback, useEffect, useState } from 'react';
import { grantList, type ListedGrant } from '@permesso/protocol/console/team-grants';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get, hasRole, send } from '../api.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { subjectOf, errorText } from '../format.ts';

export interface TeamGrantsProps {
  readonly who: TeamWho;
  /** What others are to vote about, or what holds for the team. */
  readonly state: 'proposed' | 'granted';
  /** Those for one project, and those for all. */
  readonly project?: string;
}

const lookEveryMs = 3000;

/** Rules that the whole team has, or should have, because people voted for them. */
export function TeamGrants({ who, state, project }: TeamGrantsProps) {
  const [grants, setGrants] = useState<readonly ListedGrant[]>([]);
  const [said, setSaid] = useState('');
  const load = useCallback(async () => {
    const found = await get(grantList, `/v1/team-grants?state=${state}`);
    setGrants(found.grants);
  }, [state]);
  useEffect(() => {
    const look = (): void => void load().catch((error: unknown) => setSaid(errorText(error)));
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [load]);

  async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      setSaid(done);
      await load();
    } catch (error) {
      setSaid(errorText(error));
    }
  }

  const shown = grants.filter((grant) => project === undefined || (grant.project ?? project) === project);
  if (shown.length === 0 && said === '') return null;
  return (
    <section
      className="grants"
      aria-label={state === 'proposed' ? 'Proposed for the team' : 'Granted to the team'}
    >
      <h2>{state === 'proposed' ? 'Proposed for the team' : 'Granted to the team'}</h2>
      <p role="status">{said}</p>
      <ul>
        {shown.map((grant) => (
          <li key={grant.id}>
            <code>{visible(grant.rules.join(', '))}</code>
            <span className="note">
              asked about: {visible(subjectOf(grant.call)).slice(0, 200)}; for {projectName(grant, who)} until{' '}
              {grant.expiresAt.slice(0, 10)}; {yesOf(grant)} of {grant.quorum} agree
            </span>
            {whyNoVote(grant, who) === undefined && state === 'proposed' && (
              <span className="add">
                <Vote grant={grant} verdict="allow" onVote={act} />
                <Vote grant={grant} verdict="deny" onVote={act} />
              </span>
            )}
            {state === 'proposed' && <span className="note">{whyNoVote(grant, who)}</span>}
            {state === 'granted' && (hasRole(who, 'approver', null) || hasRole(who, 'admin', null)) && (
              <ConfirmAction
                label={`Take back ${grant.rules.join(', ')}`}
                question="From the next look of each agent on, it is asked about again?"
                onYes={() => void act(() => send('DELETE', `/v1/team-grants/${grant.id}`), 'Taken back.')}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VoteProps {
  readonly grant: ListedGrant;
  readonly verdict: 'allow' | 'deny';
  readonly onVote: (work: () => Promise<unknown>, done: string) => Promise<void>;
}

function Vote({ grant, verdict, onVote }: VoteProps) {
  const isYes = verdict === 'allow';
  const body = { digest: grant.digest, verdict };
  const vote = (): Promise<unknown> => send('POST', `/v1/team-grants/${grant.id}/vote`, body);
  return (
    <button
      type="button"
      className={verdict}
      aria-label={`${isYes ? 'Agree to' : 'Vote against'} ${grant.rules.join(', ')}`}
      onClick={() => void onVote(vote, isYes ? 'You agree.' : 'You are against it, which ends it.')}
    >
      {isYes ? 'Agree' : 'Against'}
    </button>
  );
}

function yesOf({ votes }: ListedGrant): number {
  return votes.filter(({ verdict }) => verdict === 'allow').length;
}

function projectName({ project }: ListedGrant, { projects }: TeamWho): string {
  if (project === null) return 'all projects';
  return `project ${projects.find(({ id }) => id === project)?.name ?? project}`;
}

function whyNoVote({ owner, votes }: ListedGrant, who: TeamWho): string | undefined {
  if (owner === who.person) return 'You own the agent that asked, so others must vote.';
  if (votes.some(({ person }) => person === who.person)) return 'You have voted.';
  return hasRole(who, 'approver', null) ? undefined : 'To vote you need the role approver everywhere.';
}
