import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { FoundAgents, Overview } from '@permesso/protocol/console/overview';
import { visible } from '@permesso/protocol/text/show-text';
import { useAgents } from '../app/agents-query.ts';
import { KeyFigure } from '../ui/key-figure.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import {
  callsIn,
  countChange,
  percentText,
  pointsChange,
  secondsChange,
  secondsText,
  seriesOf,
  share,
  shareSeries,
} from './figures.ts';

/** Six figures, each beside the period before. */
export function KeyFigures({ data }: { readonly data: Overview }) {
  const { now, before, comparable, days } = data;
  const calls = callsIn(now);
  const callsBefore = callsIn(before);
  const isCompared = comparable && callsBefore > 0;
  const asked = share(now.ask, calls);
  const quiet = share(now.allow, calls);
  const was = (value: number): string => (isCompared ? `was ${percentText(value)} %` : '');
  const period = days === 1 ? '24 h' : `${days} d`;
  return (
    <dl className="tiles" aria-label="Key figures">
      <KeyFigure
        name="Calls"
        value={calls.toLocaleString('en')}
        change={isCompared ? countChange(calls, callsBefore) : undefined}
        note={isCompared ? `on ${period} before` : `in ${period}`}
      >
        <Sparkline tone="plain" values={seriesOf(data, callsIn)} />
      </KeyFigure>
      <KeyFigure
        name="Ask rate"
        value={percentText(asked)}
        unit="%"
        change={isCompared ? pointsChange(asked, share(before.ask, callsBefore), 'down') : undefined}
        note={was(share(before.ask, callsBefore)) || `${now.ask.toLocaleString('en')} prompts`}
      >
        <Sparkline tone="ask" values={shareSeries(data, ({ ask }) => ask)} />
      </KeyFigure>
      <KeyFigure
        name="Quiet share"
        value={percentText(quiet)}
        unit="%"
        change={isCompared ? pointsChange(quiet, share(before.allow, callsBefore), 'up') : undefined}
        note={was(share(before.allow, callsBefore)) || 'allowed without asking'}
      >
        <Sparkline values={shareSeries(data, ({ allow }) => allow)} />
      </KeyFigure>
      <KeyFigure
        name="Denied"
        value={now.deny.toLocaleString('en')}
        change={
          isCompared
            ? {
                direction: now.deny === before.deny ? 'none' : now.deny > before.deny ? 'up' : 'down',
                text: Math.abs(now.deny - before.deny).toLocaleString('en'),
                is: 'flat',
              }
            : undefined
        }
        note={`${percentText(share(now.deny, calls))} % of calls`}
      >
        <Sparkline tone="deny" values={seriesOf(data, ({ deny }) => deny)} />
      </KeyFigure>
      <KeyFigure
        name="Median response"
        {...(now.medianWaitMs === undefined
          ? { value: '–' }
          : { value: secondsText(now.medianWaitMs), unit: 's' })}
        change={
          now.medianWaitMs === undefined || before.medianWaitMs === undefined
            ? undefined
            : secondsChange(now.medianWaitMs, before.medianWaitMs)
        }
        note={medianNote(data)}
      >
        <Sparkline tone="plain" values={seriesOf(data, ({ medianWaitMs = 0 }) => medianWaitMs)} />
      </KeyFigure>
      <AgentsFigure />
    </dl>
  );
}

function medianNote({ now, before }: Overview): string {
  if (now.medianWaitMs === undefined) return 'nobody was asked here';
  return before.medianWaitMs === undefined
    ? 'until a person answered'
    : `was ${secondsText(before.medianWaitMs)} s`;
}

function AgentsFigure() {
  const { data } = useAgents();
  if (data === undefined) return <KeyFigure name="Agents protected" value="–" note="looking" />;
  const proven = data.hosts.filter(({ canary }) => canary.result === 'proven');
  return (
    <KeyFigure
      name="Agents protected"
      value={proven.length}
      unit={`of ${data.hosts.length}`}
      note={<UnprovenNote data={data} />}
    >
      <span className="agents-mini">
        {proven.slice(0, 2).map(({ name, title }) => (
          <span key={name} className="tag">
            <CircleCheck className="i ok" aria-hidden />
            {visible(title.split(' ')[0] ?? title)}
          </span>
        ))}
      </span>
    </KeyFigure>
  );
}

function UnprovenNote({ data }: { readonly data: FoundAgents }) {
  const [first] = data.hosts.filter(({ canary }) => canary.result !== 'proven');
  if (data.hosts.length === 0) return <>no agent was found here</>;
  if (first === undefined) return <>all proven</>;
  return (
    <>
      <b className="worse">
        <TriangleAlert className="i" aria-hidden />
        {visible(first.title)}
      </b>
      not proven
    </>
  );
}
