import type { TeamStats } from '@permesso/protocol/console/activity';

const width = 640;
const height = 90;

/** Prompts and calls per hour, for the last hours in which anything happened. Always as high, so that nothing jumps. */
export function HourChart({ hours }: Pick<TeamStats, 'hours'>) {
  const most = Math.max(1, ...hours.map(({ calls }) => calls));
  const step = width / Math.max(12, hours.length);
  const prompts = hours.reduce((sum, hour) => sum + hour.prompts, 0);
  return (
    <figure>
      <svg
        className="hours"
        preserveAspectRatio="xMinYMax meet"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${prompts} prompts in ${hours.length} hours`}
      >
        {hours.map(({ hour, calls, prompts: asked }, at) => (
          <g key={hour}>
            <title>{`${hour.replace('T', ' ')} h: ${calls} calls, ${asked} prompts`}</title>
            <rect
              className="calls"
              x={at * step + 1}
              width={step - 2}
              y={height - (calls / most) * height}
              height={(calls / most) * height}
            />
            <rect
              className="prompts"
              x={at * step + 1}
              width={step - 2}
              y={height - (asked / most) * height}
              height={(asked / most) * height}
            />
          </g>
        ))}
      </svg>
      <figcaption>Calls per hour; the coloured part was asked about.</figcaption>
    </figure>
  );
}
