import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { grantList, type ListedGrant, type TeamWho, votedGrant } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, hasRole, send, problemCode } from '../api.ts';
import { errorText, subjectOf } from '../format.ts';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { signedRequest } from '../plugin-parts/signed-request.ts';
import { teamTexts } from '../texts/team.ts';
import { Button } from '../ui/button.tsx';
import { RemoveButton } from '../ui/confirm-button.tsx';
import './grants.css';

const texts = teamTexts.grants;

export interface TeamGrantsProps {
  readonly who: TeamWho;
  /** Open for votes, or granted to the team. */
  readonly state: 'proposed' | 'granted';
  /** Grants for one project; absent: all. */
  readonly project?: string;
}

const lookEveryMs = 3000;

/** The whole team's rules, granted by votes or proposed. */
export function TeamGrants({ who, state, project }: TeamGrantsProps) {
  const [said, setSaid] = useState('');
  const [lacksPasskey, setLacksPasskey] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['team-grants', state],
    queryFn: () => get(grantList, `/v1/team-grants?state=${state}`),
    refetchInterval: lookEveryMs,
  });
  async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      setSaid(done);
      setLacksPasskey(false);
      await refetch();
    } catch (failed) {
      setSaid(errorText(failed));
      setLacksPasskey(problemCode(failed) === 'no-passkey');
    }
  }
  const shown = (data?.grants ?? []).filter(
    (grant) => project === undefined || (grant.project ?? project) === project,
  );
  const words = said || (error === null ? '' : errorText(error));
  if (shown.length === 0 && words === '') return null;
  return (
    <section className="section beside grants" aria-label={texts[state]}>
      <h2>{texts[state]}</h2>
      <p role="status" className="small dim">
        {visible(words)} {lacksPasskey && <PluginParts at="lacksPasskey" />}
      </p>
      <ul className="list-card remembered">
        {shown.map((grant) => (
          <GrantRow key={grant.id} grant={grant} who={who} state={state} onAct={act} />
        ))}
      </ul>
    </section>
  );
}

interface GrantRowProps {
  readonly grant: ListedGrant;
  readonly who: TeamWho;
  readonly state: TeamGrantsProps['state'];
  readonly onAct: (work: () => Promise<unknown>, done: string) => Promise<void>;
}

function GrantRow({ grant, who, state, onAct }: GrantRowProps) {
  const rules = visible(grant.rules.join(', '));
  const yes = grant.votes.filter(({ verdict }) => verdict === 'allow').length;
  const whyNot = whyNoVote(grant, who);
  const mayTakeBack = hasRole(who, 'approver', null) || hasRole(who, 'admin', null);
  return (
    <li>
      <Users className="i dimmer" aria-hidden />
      <span className="what">
        <code>{rules}</code>
        <span className="sub">{texts.about(visible(subjectOf(grant.call)).slice(0, 200))}</span>
        <span className="sub">
          {texts.life(projectName(grant, who), grant.expiresAt.slice(0, 10))};{' '}
          {texts.votes(yes, grant.quorum)}
        </span>
        {state === 'proposed' && whyNot !== undefined && <span className="sub">{whyNot}</span>}
      </span>
      {state === 'proposed' && whyNot === undefined && (
        <span className="acts">
          <Vote grant={grant} verdict="deny" onAct={onAct} />
          <Vote grant={grant} verdict="allow" onAct={onAct} />
        </span>
      )}
      {state === 'granted' && mayTakeBack && (
        <RemoveButton
          label={texts.takeBack}
          name={texts.takeBackName(rules)}
          question={texts.askBack}
          words={texts.askBackWords(rules)}
          onYes={() => void onAct(() => send('DELETE', `/v1/team-grants/${grant.id}`), texts.takenBack)}
        />
      )}
    </li>
  );
}

interface VoteProps {
  readonly grant: ListedGrant;
  readonly verdict: 'allow' | 'deny';
  readonly onAct: GrantRowProps['onAct'];
}

function Vote({ grant, verdict, onAct }: VoteProps) {
  const isYes = verdict === 'allow';
  const rules = visible(grant.rules.join(', '));
  const body = { digest: grant.digest, verdict };
  const path = `/v1/team-grants/${grant.id}/vote`;
  const vote = (): Promise<unknown> =>
    signedRequest(votedGrant, { method: 'POST', path, body }, { act: 'vote', subject: grant.id });
  return (
    <Button
      isSmall
      kind={isYes ? 'primary' : 'danger-quiet'}
      aria-label={isYes ? texts.agreeTo(rules) : texts.refuse(rules)}
      onClick={() => void onAct(vote, isYes ? texts.didAgree : texts.didRefuse)}
    >
      {isYes ? texts.agree : texts.against}
    </Button>
  );
}

function projectName({ project }: ListedGrant, { projects }: TeamWho): string {
  if (project === null) return texts.allProjects;
  return texts.project(visible(projects.find(({ id }) => id === project)?.name ?? project));
}

function whyNoVote({ owner, votes }: ListedGrant, who: TeamWho): string | undefined {
  if (owner === who.person) return texts.own;
  if (votes.some(({ person }) => person === who.person)) return texts.voted;
  return hasRole(who, 'approver', null) ? undefined : texts.noRole;
}
