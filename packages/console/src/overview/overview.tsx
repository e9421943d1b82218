import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { Suspense, type ComponentProps } from 'react';
import { overview } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { errorText } from '../format.ts';
import { isOfOrganisation } from '../session/organisation-role.ts';
import { useSession } from '../session/session.ts';
import { overviewTexts as texts } from './texts.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { AgentsFigure, AgentsReporting } from './agents-figure.tsx';
import { AskedMost } from './asked-most.tsx';
import { isFirstDays, sinceFirst } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';
import { LocalAttention } from './local-concerns.tsx';
import { OverviewHead, periodIn, VerdictsCard } from './verdicts-card.tsx';
import { PageHead } from '../ui/page-head.tsx';
import './overview.css';

// Parts that most local pages do not show are loaded on use.
const FirstCalls = lazyPart(async () => (await import('./first-calls.tsx')).FirstCalls);
const FirstRun = lazyPart(async () => (await import('./first-run.tsx')).FirstRun);
const TeamAttention = lazyPart(async () => (await import('./team-concerns.tsx')).TeamAttention);

const lookEvery = { local: 5000, team: 10_000 } as const;

/** Asks, pending requests and unprotected agents at a glance, of this machine or of a team. */
export function OverviewPage() {
  const { who } = useSession();
  return who.mode === 'local' || isOfOrganisation(who) ? <Overview /> : <ProjectsOnly />;
}

function Overview() {
  const { days: wanted } = useSearch({ from: '/overview' });
  const navigate = useNavigate();
  const { who, live } = useSession();
  const isLocal = who.mode === 'local';
  const days = periodIn(wanted);
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', days],
    queryFn: async () => sinceFirst(await get(overview, `/api/overview?days=${days}`)),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery[who.mode],
  });
  if (error !== null && data === undefined)
    return (
      <Failed title={texts.failed} onRetry={() => void refetch()}>
        {errorText(error)} {texts.stillSafe}
      </Failed>
    );
  const isEmpty = data?.isEmpty === true && data.counting !== true;
  if (isLocal && isEmpty && live.waiting === 0)
    return (
      <Suspense fallback={<Bones />}>
        <FirstRun />
      </Suspense>
    );
  return (
    <div className="page overview">
      <OverviewHead
        data={data}
        days={days}
        onDays={(value) => void navigate({ to: '/overview', search: { days: value } })}
      />
      <Figures data={data} />
      <div className="overview-row">
        <Suspense fallback={<Bones />}>
          {isEmpty ? <NothingSent /> : <Verdicts data={data} days={days} />}
          {isLocal ? <LocalAttention /> : <TeamAttention agents={data?.agents} />}
        </Suspense>
      </div>
      <AskedMost days={days} ofTeam={isLocal ? undefined : { asked: data?.asked }} />
    </div>
  );
}

/** The chart; on a machine's first days the calls themselves. */
function Verdicts({ data, days }: ComponentProps<typeof VerdictsCard>) {
  const { who } = useSession();
  if (who.mode === 'local' && isFirstDays(data, Date.now())) return <FirstCalls />;
  // Nothing has been read yet of a log that may span a day or a year.
  const isUnread = data?.counting === true && data.first === undefined;
  return <VerdictsCard data={isUnread ? undefined : data} days={days} />;
}

function Figures({ data }: Pick<ComponentProps<typeof VerdictsCard>, 'data'>) {
  if (data === undefined) return <Bones rows={3} />;
  return (
    <KeyFigures data={data}>
      {data.agents === undefined ? <AgentsFigure /> : <AgentsReporting agents={data.agents} />}
    </KeyFigures>
  );
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
      <PageHead title={texts.title} />
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
