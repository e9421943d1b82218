import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ComparedPeriods, FoundAgents } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useAgents } from '../app/agents-query.ts';
import { overviewTexts } from '../texts/overview.ts';
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

const texts = overviewTexts.figures;

export interface KeyFiguresProps {
  readonly data: ComparedPeriods;
  /** The last figure: what is known about agents. */
  readonly children: ReactNode;
}

/** Six figures, each beside the period before. */
export function KeyFigures({ data, children }: KeyFiguresProps) {
  const { now, before, comparable, days } = data;
  const calls = callsIn(now);
  const callsBefore = callsIn(before);
  const isCompared = comparable && callsBefore > 0;
  const asked = share(now.ask, calls);
  const quiet = share(now.allow, calls);
  const was = (value: number): string => (isCompared ? texts.was(`${percentText(value)} %`) : '');
  const period = texts.period(days);
  return (
    <dl className="tiles" aria-label={texts.label}>
      <KeyFigure
        name={texts.calls}
        value={calls.toLocaleString('en')}
        change={isCompared ? countChange(calls, callsBefore) : undefined}
        note={isCompared ? texts.before(period) : texts.within(period)}
      >
        <Sparkline tone="plain" values={seriesOf(data, callsIn)} />
      </KeyFigure>
      <KeyFigure
        name={texts.asked}
        value={percentText(asked)}
        unit="%"
        change={isCompared ? pointsChange(asked, share(before.ask, callsBefore), 'down') : undefined}
        note={was(share(before.ask, callsBefore)) || texts.prompts(now.ask)}
      >
        <Sparkline tone="ask" values={shareSeries(data, ({ ask }) => ask)} />
      </KeyFigure>
      <KeyFigure
        name={texts.quiet}
        value={percentText(quiet)}
        unit="%"
        change={isCompared ? pointsChange(quiet, share(before.allow, callsBefore), 'up') : undefined}
        note={was(share(before.allow, callsBefore)) || texts.allowed}
      >
        <Sparkline values={shareSeries(data, ({ allow }) => allow)} />
      </KeyFigure>
      <KeyFigure
        name={texts.denied}
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
        note={texts.ofCalls(percentText(share(now.deny, calls)))}
      >
        <Sparkline tone="deny" values={seriesOf(data, ({ deny }) => deny)} />
      </KeyFigure>
      <KeyFigure
        name={texts.wait}
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
      {children}
    </dl>
  );
}

function medianNote({ now, before }: ComparedPeriods): string {
  if (now.medianWaitMs === undefined) return texts.nobodyAsked;
  return before.medianWaitMs === undefined
    ? texts.untilAnswered
    : texts.was(`${secondsText(before.medianWaitMs)} s`);
}

/** Of one machine: those whose hook was proven. */
export function AgentsFigure() {
  const { data } = useAgents();
  if (data === undefined) return <KeyFigure name={texts.agents} value="–" note={texts.looking} />;
  const proven = data.hosts.filter(({ canary }) => canary.result === 'proven');
  return (
    <KeyFigure
      name={texts.agents}
      value={proven.length}
      unit={texts.of(data.hosts.length)}
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
  if (data.hosts.length === 0) return <>{texts.noAgent}</>;
  if (first === undefined) return <>{texts.allProven}</>;
  return (
    <>
      <b className="worse">
        <TriangleAlert className="i" aria-hidden />
        {visible(first.title)}
      </b>
      {texts.notProven}
    </>
  );
}
