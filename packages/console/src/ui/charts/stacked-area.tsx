import { useState } from 'react';
import { scaleFor } from './scale.ts';
import { verdictIcons, type ShownVerdict } from '../verdict.tsx';

export interface AreaPoint {
  readonly at: number;
  readonly counts: Readonly<Partial<Record<ShownVerdict, number>>>;
}

export interface StackedAreaProps {
  readonly label: string;
  readonly points: readonly AreaPoint[];
  /** From the bottom up. */
  readonly order: readonly ShownVerdict[];
  readonly dateOf: (at: number) => string;
}

const width = 720;
const height = 200;

/** Verdicts over time. The plot stretches, labels are text, and a table gives screen readers the same data. */
export function StackedArea({ label, points, order, dateOf }: StackedAreaProps) {
  const [hovered, setHovered] = useState<number>();
  const totals = points.map(({ counts }) => order.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0));
  const { top, lines } = scaleFor(Math.max(1, ...totals));
  const x = (at: number): number => (points.length < 2 ? 0 : (at * width) / (points.length - 1));
  const y = (value: number): number => height - (value / top) * height;
  const point = hovered === undefined ? undefined : points[hovered];
  const areas = stack(points, order).map(({ verdict, low, high }) => ({
    verdict,
    d: `M${high.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}L${low
      .map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
      .toReversed()
      .join('L')}Z`,
  }));
  return (
    <figure className="chart verdict-chart" aria-label={label}>
      <div className="y-axis" aria-hidden>
        {lines.toReversed().map((line) => (
          <span key={line}>{line.toLocaleString('en')}</span>
        ))}
      </div>
      <div
        className="plot-box"
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = Math.round(((event.clientX - box.left) / box.width) * (points.length - 1));
          setHovered(Math.max(0, Math.min(points.length - 1, at)));
        }}
        onPointerLeave={() => setHovered(undefined)}
      >
        <svg className="plot" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {areas.map(({ verdict, d }) => (
            <path key={verdict} className={`area ${verdict}`} d={d} />
          ))}
          {lines.map((line) => (
            <line key={line} className="grid-line" x1="0" x2={width} y1={y(line)} y2={y(line)} />
          ))}
          {hovered !== undefined && (
            <line className="marker" x1={x(hovered)} x2={x(hovered)} y1="0" y2={height} />
          )}
        </svg>
        {point !== undefined && hovered !== undefined && (
          <div
            className={`flag chart-tip ${hovered > points.length / 2 ? 'to-left' : ''}`}
            style={{ left: `${(x(hovered) / width) * 100}%` }}
          >
            <b>{dateOf(point.at)}</b>
            {order.toReversed().map((verdict) => {
              const Icon = verdictIcons[verdict];
              return (
                <span key={verdict} className={`verdict ${verdict}`}>
                  <Icon className="i" aria-hidden />
                  {verdict} {(point.counts[verdict] ?? 0).toLocaleString('en')}
                </span>
              );
            })}
          </div>
        )}
      </div>
      <div className="x-axis" aria-hidden>
        {axisMarks(points).map(({ at }) => (
          <span key={at}>{dateOf(at)}</span>
        ))}
      </div>
      <table className="sr">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ at, counts }) => (
            <tr key={at}>
              <th scope="row">{dateOf(at)}</th>
              {order.map((verdict) => (
                <td key={verdict}>
                  {verdict} {counts[verdict] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface Band {
  readonly verdict: ShownVerdict;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function stack(points: readonly AreaPoint[], order: readonly ShownVerdict[]): readonly Band[] {
  let low = points.map(() => 0);
  return order.map((verdict) => {
    const high = points.map(({ counts }, at) => (low[at] ?? 0) + (counts[verdict] ?? 0));
    const band = { verdict, low, high };
    low = high;
    return band;
  });
}

function axisMarks(points: readonly AreaPoint[]): readonly AreaPoint[] {
  const marks = Math.min(7, points.length);
  return Array.from(
    { length: marks },
    (_, at) => points[Math.round((at * (points.length - 1)) / Math.max(1, marks - 1))],
  ).filter((point) => point !== undefined);
}
