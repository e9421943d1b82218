import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Building2, TriangleAlert } from 'lucide-react';
import { type TeamOverview, teamOverview } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { useSession } from '../app/session.ts';
import { errorText } from '../format.ts';
import { KeyFigures } from '../overview/key-figures.tsx';
import { OverviewHead, periodIn, VerdictsCard } from '../overview/verdicts-card.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { teamOverviewTexts as texts } from '../texts/team-overview.ts';
import { KeyFigure } from '../ui/key-figure.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { isOfOrganisation } from './organisation-role.ts';
import { TeamAsked } from './team-asked.tsx';
import { TeamAttention } from './team-attention.tsx';

const lookEvery = 10_000;

/** How much is the team asked, what is pending, which agent is silent: at a glance. */
export function TeamOverviewPage() {
  const { who } = useSession();
  return isOfOrganisation(who) ? <Figures /> : <ProjectsOnly />;
}

function Figures() {
  const { days: wanted } = useSearch({ from: '/overview' });
  const navigate = useNavigate();
  const days = periodIn(wanted);
  const { data, error, refetch } = useQuery({
    queryKey: ['team-overview', days],
    queryFn: () => get(teamOverview, `/api/overview?days=${days}`),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
  if (error !== null && data === undefined)
    return (
      <Failed title={overviewTexts.failed} onRetry={() => void refetch()}>
        {errorText(error)} {overviewTexts.stillSafe}
      </Failed>
    );
  return (
    <div className="page overview">
      <OverviewHead
        data={data}
        days={days}
        onDays={(value) => void navigate({ to: '/overview', search: { days: value } })}
      />
      {data === undefined ? (
        <Bones rows={3} />
      ) : (
        <KeyFigures data={data}>
          <AgentsReporting agents={data.agents} />
        </KeyFigures>
      )}
      <div className="overview-row">
        {data?.isEmpty === true ? <NothingSent /> : <VerdictsCard data={data} days={days} />}
        <TeamAttention agents={data?.agents} />
      </div>
      <TeamAsked asked={data?.asked} />
    </div>
  );
}

/** Known from what was received: nothing is claimed about agents that have sent nothing. */
function AgentsReporting({ agents }: { readonly agents: TeamOverview['agents'] }) {
  const { enrolled, reporting, silentCount, silentDays } = agents;
  const words = texts.figures;
  return (
    <KeyFigure
      name={words.agents}
      value={reporting.toLocaleString('en')}
      unit={words.of(enrolled)}
      note={
        silentCount > 0 ? (
          <>
            <b className="worse">
              <TriangleAlert className="i" aria-hidden />
              {words.silent(silentCount)}
            </b>
            {words.silentFor(silentDays)}
          </>
        ) : (
          noSilence(agents)
        )
      }
    />
  );
}

function noSilence({ enrolled, reporting, silentDays }: TeamOverview['agents']): string {
  if (enrolled === 0) return texts.figures.none;
  return reporting === enrolled ? texts.figures.all(silentDays) : texts.figures.fresh;
}

function NothingSent() {
  return (
    <section className="card">
      <Empty icon={Building2} title={texts.empty.title}>
        {texts.empty.words} <code>{texts.empty.command}</code>. {texts.empty.after}
      </Empty>
    </section>
  );
}

function ProjectsOnly() {
  return (
    <div className="page overview">
      <div className="page-head">
        <h1>{overviewTexts.title}</h1>
      </div>
      <Empty
        icon={Building2}
        title={texts.noRole}
        action={
          <Link className="btn primary" to="/approvals" search={{}}>
            {texts.toApprovals}
          </Link>
        }
      />
    </div>
  );
}
