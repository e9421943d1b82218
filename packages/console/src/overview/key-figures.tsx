import type { ReactNode } from 'react';
import type { Overview } from '@permesso/protocol/console';
import { overviewTexts } from './texts.ts';
import { KeyFigure } from '../ui/charts/key-figure.tsx';
import { Sparkline } from '../ui/charts/sparkline.tsx';
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
  readonly data: Overview;
  /** The last figure, about agents. */
  readonly children: ReactNode;
}

/** Six figures, each compared with the previous period. */
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

function medianNote({ now, before }: Overview): string {
  if (now.medianWaitMs === undefined) return now.ask > 0 ? texts.nobodyAnswered : texts.nobodyAsked;
  return before.medianWaitMs === undefined
    ? texts.untilAnswered
    : texts.was(`${secondsText(before.medianWaitMs)} s`);
}
