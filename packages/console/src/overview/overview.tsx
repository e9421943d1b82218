import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { overview, type Overview } from '@permesso/protocol/console/overview';
import { get } from '../api.ts';
import { useSession } from '../app/session.ts';
import { errorText } from '../format.ts';
import { Segmented } from '../ui/segmented.tsx';
import { StackedArea } from '../ui/stacked-area.tsx';
import { Bones, Failed } from '../ui/states.tsx';
import { AskedMost } from './asked-most.tsx';
import { Attention } from './attention.tsx';
import { FirstRun } from './first-run.tsx';
import { dateText } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';

const periods = [
  { value: '1', title: '24 h', label: '24 hours' },
  { value: '7', title: '7 d', label: '7 days' },
  { value: '30', title: '30 d', label: '30 days' },
  { value: '90', title: '90 d', label: '90 days' },
] as const;

const order = ['allow', 'ask', 'deny'] as const;
const lookEvery = 5000;

/** How much am I asked, what waits, which agent is unprotected: at a glance. */
export function OverviewPage() {
  const { days: wanted = '30' } = useSearch({ from: '/overview' });
  const navigate = useNavigate();
  const { live } = useSession();
  const days = periods.find(({ value }) => value === wanted)?.value ?? '30';
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', days],
    queryFn: () => get(overview, `/api/overview?days=${days}`),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
  if (error !== null && data === undefined)
    return (
      <Failed title="The figures cannot be read" onRetry={() => void refetch()}>
        {errorText(error)} Agents go on deciding by their policy.
      </Failed>
    );
  if (data?.calls === 0 && !data.counting && live.waiting === 0) return <FirstRun />;
  const unit = days === '1' ? 'hour' : 'day';
  return (
    <div className="page overview">
      <div className="page-head">
        <h1>Overview</h1>
        {data !== undefined && <span className="sub hide-phone">{spanText(data)}</span>}
        <div className="end">
          <Segmented
            label="Period"
            value={days}
            segments={periods}
            onChange={(value) => void navigate({ to: '/overview', search: { days: value } })}
          />
        </div>
      </div>
      {data === undefined ? <Bones rows={3} /> : <KeyFigures data={data} />}
      <div className="overview-row">
        <VerdictsCard title={`Verdicts per ${unit}`} data={data} />
        <Attention />
      </div>
      <AskedMost days={days} />
    </div>
  );
}

function VerdictsCard({ title, data }: { readonly title: string; readonly data: Overview | undefined }) {
  return (
    <section className="card" aria-labelledby="verdicts-title">
      <div className="card-head">
        <h2 id="verdicts-title">{title}</h2>
        {data !== undefined && <Legend data={data} />}
      </div>
      {data === undefined ? (
        <Bones />
      ) : (
        <StackedArea
          label={title}
          order={order}
          points={data.points.map(({ at, ...counts }) => ({ at, counts }))}
          dateOf={(at) => dateText(at, data.days)}
        />
      )}
    </section>
  );
}

function Legend({ data }: { readonly data: Overview }) {
  return (
    <div className="legend end">
      {order.toReversed().map((verdict) => (
        <span key={verdict}>
          <i className={`swatch ${verdict}`} aria-hidden />
          {verdict} <b>{data.now[verdict].toLocaleString('en')}</b>
        </span>
      ))}
    </div>
  );
}

function spanText({ points, days, counting }: Overview): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const span = `${dateText(first.at, days)} – ${days === 1 ? 'now' : dateText(last.at, days)}`;
  return counting ? `${span}, still reading the log` : span;
}
