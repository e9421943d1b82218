export interface SparklineProps {
  readonly values: readonly number[];
  readonly tone?: 'accent' | 'ask' | 'deny' | 'plain';
}

const width = 120;
const height = 32;

/** A trend beside a figure: decoration, because the figure has the value. */
export function Sparkline({ values, tone = 'accent' }: SparklineProps) {
  // Two days make a meaningless slope.
  if (values.length < 3) return null;
  const most = Math.max(...values, Number.MIN_VALUE);
  const points = values.map(
    (value, at) =>
      `${((at * width) / (values.length - 1)).toFixed(1)} ${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
  );
  const line = `M${points.join('L')}`;
  return (
    <svg
      className={`spark ${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className="spark-area" d={`${line}L${width} ${height}L0 ${height}Z`} />
      <path className="spark-line" d={line} />
    </svg>
  );
}
