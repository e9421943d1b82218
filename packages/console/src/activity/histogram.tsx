import { Calendar, ChevronDown } from 'lucide-react';
import { memo } from 'react';
import type { ActivityCounts } from '@permesso/protocol/console';
import { clockText, dayText, momentText } from '../format.ts';
import { BrushChart, type TimeRange } from '../ui/charts/brush-chart.tsx';
import { ChoiceMenu, type MenuChoice } from '../ui/choice-menu.tsx';
import { defaultRange, type ActivityPlace } from './address.ts';
import { activityTexts } from './texts.ts';

const { chart: texts, ranges } = activityTexts;
const verdicts = ['deny', 'ask', 'sandboxed', 'allow'] as const;

export interface HistogramProps extends ActivityPlace {
  readonly counts: ActivityCounts | undefined;
  /** The ranges on offer. */
  readonly offered: readonly MenuChoice[];
}

/** Calls over the range, with a toggle per verdict and the brushed part. */
export const Histogram = memo(function Histogram({ address, go, counts, offered }: HistogramProps) {
  const { range = defaultRange, verdict, from, to } = address;
  const title = ranges.find(({ value }) => value === range)?.title ?? range;
  const isShort = range === '1h' || range === '24h';
  const chosen: TimeRange | undefined =
    from === undefined || counts === undefined
      ? undefined
      : { from: Number(from), to: to === undefined ? counts.to : Number(to) };
  return (
    <section className="histo-card" aria-label={texts.label}>
      <div className="histo-head">
        <ChoiceMenu
          trigger={
            <button type="button" className="chip" aria-label={texts.range(title)}>
              <Calendar className="i" aria-hidden />
              <b>{title}</b>
              <ChevronDown className="i" aria-hidden />
            </button>
          }
          groups={[
            {
              value: range,
              choices: offered,
              onChange: (value) => go({ range: value === defaultRange ? '' : value, from: '', to: '' }),
            },
          ]}
        />
        <div className="legend" role="group" aria-label={texts.verdicts}>
          {verdicts
            .filter((each) => countOf(counts, each) > 0 || each === verdict)
            .map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={verdict === each}
                onClick={() => go({ verdict: verdict === each ? '' : each })}
              >
                <i className={`swatch ${each}`} aria-hidden />
                {each} <b>{countOf(counts, each).toLocaleString('en')}</b>
              </button>
            ))}
        </div>
      </div>
      {counts === undefined ? (
        // Reserves its space, so that the list below does not move.
        <div className="chart histo-chart" />
      ) : (
        <BrushChart
          label={texts.calls(title.toLowerCase())}
          {...counts}
          bars={counts.points.map(({ at, ...each }) => ({ at, counts: each }))}
          chosen={chosen}
          onChoose={(part) =>
            go(
              part === undefined
                ? { from: '', to: '' }
                : { from: String(part.from), to: part.to >= counts.to ? '' : String(part.to) },
            )
          }
          dateOf={isShort ? (at) => clockText(at).slice(0, 5) : dayText}
          momentOf={momentText}
        />
      )}
    </section>
  );
});

function countOf(counts: ActivityCounts | undefined, verdict: string): number {
  return counts?.facets.verdict.find(({ name }) => name === verdict)?.count ?? 0;
}
