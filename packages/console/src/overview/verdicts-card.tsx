import type { Overview } from '@permesso/protocol/console';
import { Segmented } from '../ui/fields/segmented.tsx';
import { StackedArea } from '../ui/charts/stacked-area.tsx';
import { Bones } from '../ui/states.tsx';
import { overviewTexts as texts } from './texts.ts';
import { dateText } from './figures.ts';

export const periods = [
  { value: '1', title: '24 h', label: '24 hours' },
  { value: '7', title: '7 d', label: '7 days' },
  { value: '30', title: '30 d', label: '30 days' },
  { value: '90', title: '90 d', label: '90 days' },
] as const;

export type Period = (typeof periods)[number]['value'];

export function periodIn(wanted: string | undefined): Period {
  return periods.find(({ value }) => value === wanted)?.value ?? '30';
}

export interface OverviewHeadProps {
  readonly data: Overview | undefined;
  readonly days: Period;
  readonly onDays: (days: Period) => void;
}

/** The title, the span in words, and the choice of another. */
export function OverviewHead({ data, days, onDays }: OverviewHeadProps) {
  return (
    <div className="page-head">
      <h1>{texts.title}</h1>
      {data !== undefined && (
        <span className="sub hide-phone">
          {data.counting === true ? texts.stillReading(spanText(data)) : spanText(data)}
        </span>
      )}
      <div className="end">
        <Segmented label={texts.period} value={days} segments={periods} onChange={onDays} />
      </div>
    </div>
  );
}

const order = ['allow', 'ask', 'deny'] as const;

/** Verdicts over time, with their sums. */
export function VerdictsCard({ data, days }: Pick<OverviewHeadProps, 'data' | 'days'>) {
  const title = days === '1' ? texts.verdictsPerHour : texts.verdictsPerDay;
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

function spanText({ points, days }: Overview): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  return `${dateText(first.at, days)} – ${days === 1 ? texts.now : dateText(last.at, days)}`;
}
