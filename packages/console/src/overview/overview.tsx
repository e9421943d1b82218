import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { overview } from '@permesso/protocol/console';
import { get } from '../api.ts';
import { useSession } from '../app/session.ts';
import { errorText } from '../format.ts';
import { overviewTexts as texts } from '../texts/overview.ts';
import { Bones, Failed } from '../ui/states.tsx';
import { AskedMost } from './asked-most.tsx';
import { Attention } from './attention.tsx';
import { FirstRun } from './first-run.tsx';
import { AgentsFigure, KeyFigures } from './key-figures.tsx';
import { OverviewHead, periodIn, VerdictsCard } from './verdicts-card.tsx';

const TeamOverview = lazy(async () => ({
  default: (await import('../team/team-overview.tsx')).TeamOverviewPage,
}));

const lookEvery = 5000;

/** How much am I asked, what is pending, which agent is unprotected: at a glance. */
export function OverviewPage() {
  const { who } = useSession();
  if (who.mode === 'local') return <LocalOverview />;
  return (
    <Suspense fallback={<Bones />}>
      <TeamOverview />
    </Suspense>
  );
}

function LocalOverview() {
  const { days: wanted } = useSearch({ from: '/overview' });
  const navigate = useNavigate();
  const { live } = useSession();
  const days = periodIn(wanted);
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', days],
    queryFn: () => get(overview, `/api/overview?days=${days}`),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
  if (error !== null && data === undefined)
    return (
      <Failed title={texts.failed} onRetry={() => void refetch()}>
        {errorText(error)} {texts.stillSafe}
      </Failed>
    );
  if (data?.calls === 0 && !data.counting && live.waiting === 0) return <FirstRun />;
  return (
    <div className="page overview">
      <OverviewHead
        data={data}
        isCounting={data?.counting ?? false}
        days={days}
        onDays={(value) => void navigate({ to: '/overview', search: { days: value } })}
      />
      {data === undefined ? (
        <Bones rows={3} />
      ) : (
        <KeyFigures data={data}>
          <AgentsFigure />
        </KeyFigures>
      )}
      <div className="overview-row">
        <VerdictsCard data={data} days={days} />
        <Attention />
      </div>
      <AskedMost days={days} />
    </div>
  );
}
