import { componentTexts } from '../texts.ts';

export interface MatchStripProps {
  readonly of: number;
  readonly matched: number;
}

const cells = 20;

/** How many of the last calls a rule would have matched, as a share of twenty cells. */
export function MatchStrip({ of, matched }: MatchStripProps) {
  const filled =
    of === 0 ? 0 : Math.min(cells, Math.max(matched > 0 ? 1 : 0, Math.round((matched / of) * cells)));
  return (
    <span className="strip" role="img" aria-label={componentTexts.matched(matched, of)}>
      {Array.from({ length: cells }, (_, at) => (
        <i key={at} className={at < filled ? 'hit' : ''} />
      ))}
    </span>
  );
}
