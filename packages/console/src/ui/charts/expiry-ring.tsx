export interface ExpiryRingProps {
  /** The share of time left, from 1 to 0. */
  readonly left: number;
  readonly size?: 20 | 32;
}

/** With more time left no ring is shown. */
export const ringBelow = 120_000;

const urgentBelow = 0.2;

export function isUrgent(left: number): boolean {
  return left < urgentBelow;
}

/** The time left; the seconds are always beside it. */
export function ExpiryRing({ left, size = 20 }: ExpiryRingProps) {
  const radius = size / 2 - 2;
  const length = 2 * Math.PI * radius;
  const centre = size / 2;
  return (
    <svg
      className={`expiry-ring ${isUrgent(left) ? 'urgent' : ''}`}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden
    >
      <circle className="ring-track" cx={centre} cy={centre} r={radius} />
      <circle
        className="ring-value"
        cx={centre}
        cy={centre}
        r={radius}
        strokeDasharray={`${Math.max(0, Math.min(1, left)) * length} ${length}`}
        transform={`rotate(-90 ${centre} ${centre})`}
      />
    </svg>
  );
}
