export interface BarsProps {
  readonly values: readonly number[];
  readonly tone?: 'allow' | 'ask' | 'deny';
}

const height = 20;

/** Daily counts: decoration, because the number is beside it. */
export function Bars({ values, tone }: BarsProps) {
  const most = Math.max(1, ...values);
  return (
    <svg
      className={`bars ${tone ?? ''}`}
      viewBox={`0 0 ${values.length * 4} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {values.map((value, at) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height);
        return (
          <rect
            key={at}
            className={value === 0 ? 'zero' : undefined}
            x={at * 4}
            width="3"
            y={height - tall}
            height={tall}
          />
        );
      })}
    </svg>
  );
}
