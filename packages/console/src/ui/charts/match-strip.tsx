import { componentTexts } from '../texts.ts';

export interface MatchStripProps {
  readonly of: number;
  readonly matched: number;
}

const cells = 20;

/** The share of the last calls that a rule would have matched, in twenty cells. */
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
