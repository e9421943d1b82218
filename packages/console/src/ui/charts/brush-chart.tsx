import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { scaleFor } from './scale.ts';
import type { ShownVerdict } from '../verdict.tsx';
import { componentTexts } from '../texts.ts';

export interface ChartBar {
  readonly at: number;
  readonly counts: Readonly<Record<ShownVerdict, number>>;
}

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface BrushChartProps extends TimeRange {
  readonly label: string;
  /** The width of a bar, in milliseconds. */
  readonly step: number;
  readonly bars: readonly ChartBar[];
  /** The chosen part; undefined for all of it. */
  readonly chosen: TimeRange | undefined;
  readonly onChoose: (range: TimeRange | undefined) => void;
  readonly dateOf: (at: number) => string;
  readonly momentOf: (at: number) => string;
}

const width = 960;
const height = 96;
/** From the bottom up. */
const order = ['allow', 'sandboxed', 'ask', 'deny'] as const;

/** Calls over time. A part is selected by dragging, or with the arrow keys on either handle. */
export function BrushChart(props: BrushChartProps) {
  const { label, from, to, step, bars, chosen, onChoose, dateOf, momentOf } = props;
  const [drag, setDrag] = useState<{ readonly anchor: number; readonly range: TimeRange }>();
  const steps = Math.max(1, Math.round((to - from) / step));
  const { top, lines } = scaleFor(Math.max(1, ...bars.map(({ counts }) => totalOf(counts))), 3);
  const x = (at: number): number => ((at - from) / (to - from)) * width;
  const y = (value: number): number => height - (value / top) * height;
  const shown = drag?.range ?? chosen;
  const commit = (range: TimeRange): void =>
    onChoose(range.from <= from && range.to >= to ? undefined : range);

  /** The index of the bar below the pointer. */
  function barAt(event: PointerEvent<HTMLElement>): number {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * steps);
    return Math.max(0, Math.min(steps - 1, at));
  }
  function dragged(anchor: number, at: number): TimeRange {
    return { from: from + Math.min(anchor, at) * step, to: from + (Math.max(anchor, at) + 1) * step };
  }
  /** Dragging one handle keeps the other end. */
  function anchorFor(event: PointerEvent<HTMLElement>): number {
    const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
    if (handle === null || chosen === undefined) return barAt(event);
    const end = handle.getAttribute('data-handle') === 'from' ? chosen.to - step : chosen.from;
    return Math.round((end - from) / step);
  }
  return (
    <figure className="chart histo-chart" aria-label={label}>
      <div className="y-axis" aria-hidden>
        {lines.toReversed().map((line) => (
          <span key={line}>{line.toLocaleString('en')}</span>
        ))}
      </div>
      <div
        className="plot-box brushable"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const anchor = anchorFor(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ anchor, range: dragged(anchor, barAt(event)) });
        }}
        onPointerMove={(event) =>
          drag !== undefined && setDrag({ anchor: drag.anchor, range: dragged(drag.anchor, barAt(event)) })
        }
        onPointerUp={() => {
          if (drag !== undefined) commit(drag.range);
          setDrag(undefined);
        }}
        onPointerCancel={() => setDrag(undefined)}
        onDoubleClick={() => onChoose(undefined)}
      >
        <svg className="plot histo" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {lines.map((line) => (
            <line key={line} className="grid-line" x1="0" x2={width} y1={y(line)} y2={y(line)} />
          ))}
          {bars.map(({ at, counts }) => {
            const isOut = shown !== undefined && (at < shown.from || at >= shown.to);
            const wide = Math.max(1, (width / steps) * 0.76);
            let sum = 0;
            return (
              <g key={at} className={isOut ? 'out' : undefined}>
                {order.map((verdict) => {
                  const low = sum;
                  sum += counts[verdict];
                  return counts[verdict] === 0 ? null : (
                    <rect
                      key={verdict}
                      className={verdict}
                      x={x(at) + (width / steps - wide) / 2}
                      width={wide}
                      y={y(sum)}
                      height={y(low) - y(sum)}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
        <Brush {...props} shown={shown} onMove={commit} />
      </div>
      <div className="x-axis at" aria-hidden>
        {axisMarks({ from, to }).map((at, index, all) => (
          <span
            key={at}
            className={index === 0 ? 'first' : index === all.length - 1 ? 'last' : undefined}
            style={{ left: `${(x(at) / width) * 100}%` }}
          >
            {dateOf(at)}
          </span>
        ))}
      </div>
      <table className="sr">
        <caption>{label}</caption>
        <tbody>
          {bars.map(({ at, counts }) => (
            <tr key={at}>
              <th scope="row">{momentOf(at)}</th>
              {order.map((verdict) => (
                <td key={verdict}>
                  {verdict} {counts[verdict]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface BrushProps extends BrushChartProps {
  readonly shown: TimeRange | undefined;
  readonly onMove: (range: TimeRange) => void;
}

/** The chosen part with a handle at either end; without a part the handles are at the ends of the chart. */
function Brush({ from, to, step, shown, onMove, momentOf }: BrushProps) {
  const range = shown ?? { from, to };
  const left = ((range.from - from) / (to - from)) * 100;
  const right = ((to - range.to) / (to - from)) * 100;
  const endText = range.to >= to ? 'now' : momentOf(range.to);
  const far = Math.max(1, Math.round((to - from) / step / 10));

  function moved(end: 'from' | 'to', event: KeyboardEvent): void {
    const by = new Map([
      ['ArrowLeft', -1],
      ['ArrowDown', -1],
      ['ArrowRight', 1],
      ['ArrowUp', 1],
      ['PageDown', -far],
      ['PageUp', far],
      ['Home', -Infinity],
      ['End', Infinity],
    ]).get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    const at = range[end] + by * step;
    onMove(
      end === 'from'
        ? { from: Math.min(range.to - step, Math.max(from, at)), to: range.to }
        : { from: range.from, to: Math.max(range.from + step, Math.min(to, at)) },
    );
  }
  return (
    <div
      className={`brush ${shown === undefined ? 'is-whole' : ''}`}
      style={{ left: `${left}%`, right: `${right}%` }}
    >
      {shown !== undefined && (
        <span className={`flag brush-flag ${left > 60 ? 'to-right' : ''}`}>
          {momentOf(range.from)} – {endText}
        </span>
      )}
      {(['from', 'to'] as const).map((end) => (
        <button
          key={end}
          type="button"
          role="slider"
          className={`brush-handle ${end}`}
          data-handle={end}
          aria-label={componentTexts.brush[end]}
          aria-valuemin={from}
          aria-valuemax={to}
          aria-valuenow={range[end]}
          aria-valuetext={end === 'to' ? endText : momentOf(range.from)}
          onKeyDown={(event) => moved(end, event)}
        />
      ))}
    </div>
  );
}

function totalOf(counts: ChartBar['counts']): number {
  return order.reduce((sum, verdict) => sum + counts[verdict], 0);
}

function axisMarks({ from, to }: TimeRange): readonly number[] {
  const marks = 6;
  return Array.from({ length: marks + 1 }, (_, at) => from + ((to - from) * at) / marks);
}
