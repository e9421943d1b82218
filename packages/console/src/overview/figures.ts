import type { Overview, OverviewPoint, PeriodFigures } from '@permesso/protocol/console';
import type { Change } from '../ui/charts/key-figure.tsx';

const dayMs = 86_400_000;

/** A period that starts before the first entry is shown from that entry on, without empty weeks. */
export function sinceFirst(data: Overview): Overview {
  const { first, points, days } = data;
  if (first === undefined) return data;
  const step = days === 1 ? dayMs / 24 : dayMs;
  const shown = points.filter(({ at }) => at + step > first);
  return shown.length < 2 ? { ...data, points: points.slice(-2) } : { ...data, points: shown };
}

/** Too few days for a chart. */
export function isFirstDays(data: Pick<Overview, 'first'> | undefined, now: number): boolean {
  return data?.first !== undefined && now - data.first < 3 * dayMs;
}

export function callsIn({ allow, ask, deny }: PeriodFigures): number {
  return allow + ask + deny;
}

/** In per cent; 0 if there were no calls. */
export function share(part: number, all: number): number {
  return all === 0 ? 0 : (part / all) * 100;
}

export function percentText(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** The change of a share, in percentage points. */
export function pointsChange(now: number, before: number, better: 'up' | 'down'): Change {
  const points = now - before;
  const direction = directionOf(points, 0.05);
  return { direction, text: `${percentText(Math.abs(points))} pts`, is: toneOf(direction, better) };
}

/** The change of a count, in per cent: neither better nor worse. */
export function countChange(now: number, before: number): Change {
  const percent = before === 0 ? 0 : ((now - before) / before) * 100;
  return { direction: directionOf(percent, 0.05), text: `${percentText(Math.abs(percent))} %`, is: 'flat' };
}

export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return seconds.toLocaleString('en', { maximumFractionDigits: 1 });
  return Math.round(seconds).toLocaleString('en');
}

export function secondsChange(now: number, before: number): Change {
  const direction = directionOf(now - before, 50);
  return { direction, text: `${secondsText(Math.abs(now - before))} s`, is: toneOf(direction, 'down') };
}

function directionOf(difference: number, least: number): Change['direction'] {
  if (Math.abs(difference) < least) return 'none';
  return difference > 0 ? 'up' : 'down';
}

function toneOf(direction: Change['direction'], better: 'up' | 'down'): Change['is'] {
  if (direction === 'none') return 'flat';
  return direction === better ? 'good' : 'worse';
}

/** A daily share; a day with very few calls is not significant, so it takes the previous day's value. */
export function shareSeries({ points }: Overview, part: (point: OverviewPoint) => number): readonly number[] {
  let last = 0;
  return points.map((point) => {
    if (callsIn(point) >= 10) last = share(part(point), callsIn(point));
    return last;
  });
}

export function seriesOf({ points }: Overview, value: (point: OverviewPoint) => number): readonly number[] {
  return points.map(value);
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

export function dateText(at: number, days: number): string {
  return (days === 1 ? hour : day).format(at);
}
