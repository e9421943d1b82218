import type { MachineList, MachineState } from '@permesso/protocol/console';
import { machineTexts as texts } from './texts.ts';

type Counts = Pick<MachineList, 'total' | 'counts'>;

export function countOf({ counts }: Counts, state: MachineState): number {
  return counts.find((each) => each.state === state)?.machines ?? 0;
}

/** Machines that count: a revoked one decides nothing for the team. */
export function standing(counts: Counts): number {
  return counts.total - countOf(counts, 'revoked');
}

/** How many machines are proven, unproven, letting calls through, and unknown. */
export function CoverageBar({ counts }: { readonly counts: Counts }) {
  const all = standing(counts);
  if (all === 0) return null;
  const protections = (['proven', 'unproven', 'unprotected'] as const).map((state) => ({
    name: texts.states[state],
    tone: { proven: 'allow', unproven: 'ask', unprotected: 'deny' }[state],
    count: countOf(counts, state),
  }));
  const known = protections.reduce((sum, { count }) => sum + count, 0);
  const parts = [...protections, { name: texts.notReported, tone: 'unknown', count: all - known }].filter(
    ({ count }) => count > 0,
  );
  const label = texts.coverage(parts.map(({ name, count }) => `${count} ${name}`).join(', '));
  const gap = (parts.length - 1) * 0.4;
  let from = 0;
  return (
    <svg
      className="coverage-bar"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map(({ name, tone, count }) => {
        const width = ((100 - gap) * count) / all;
        const x = from;
        from += width + 0.4;
        return <rect key={name} className={tone} x={x} width={width} height="8" />;
      })}
    </svg>
  );
}
