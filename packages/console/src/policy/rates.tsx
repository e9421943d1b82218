import type { Rollout, VersionCount } from '@permesso/protocol/console';
import { policyTexts as texts } from './texts.ts';
import type { KnownPolicy } from './policy-state.ts';

type What = 'ask' | 'deny';

/** The server's own limits: see `denials-jumped.ts` there. */
const factor = 2;
const margin = 0.05;

/** How often the active version and the candidate ask and deny, as counted by agents since the stage began. */
export function Rates({ known, number }: { readonly known: KnownPolicy; readonly number: number }) {
  const { candidate, counts } = known.rollout;
  if (number !== candidate) return null;
  const shown = shownCounts(known.rollout);
  if (counts.length === 0 || shown.length === 0) return null;
  return (
    <>
      <div className="rates">
        <RateCard what="ask" counts={shown} rollout={known.rollout} />
        <RateCard what="deny" counts={shown} rollout={known.rollout} />
      </div>
      <p className="rates-why">{texts.rates.why}</p>
    </>
  );
}

function shownCounts({ current, candidate, counts }: Rollout): readonly VersionCount[] {
  return counts.filter(({ version, obeyed }) => (version === current && obeyed) || version === candidate);
}

interface RateCardProps {
  readonly what: What;
  readonly counts: readonly VersionCount[];
  readonly rollout: Rollout;
}

function RateCard({ what, counts, rollout: { current, candidate } }: RateCardProps) {
  const before = counts.find(({ version }) => version === current);
  const decisions = counts
    .filter(({ version }) => version === candidate)
    .reduce((sum, count) => sum + count.decisions, 0);
  const limit = what === 'deny' && before !== undefined ? limitOver(rateOf(before, what)) : undefined;
  const most = Math.max(0.01, limit ?? 0, ...counts.map((count) => rateOf(count, what))) * 1.1;
  const words = (count: VersionCount): string =>
    count.version === current
      ? texts.rates.before(count.version)
      : texts.rates.is(count.version, count.obeyed);
  return (
    <section className="card" aria-label={texts.rates[what]}>
      <div className="rates-head">
        <div>
          <h3>{texts.rates[what]}</h3>
          <p className="small dimmer">
            {what === 'deny' ? texts.rates.stops : texts.rates.counted(Math.round(decisions))}
          </p>
        </div>
        {limit !== undefined && (
          <span className="limit-key">
            <i className="key-line limit" aria-hidden />
            {texts.rates.limit} <b>{percent(limit)}</b>
          </span>
        )}
      </div>
      <table className="rate-bars">
        <tbody>
          {counts.map((count) => (
            <tr key={`${count.version} ${count.obeyed}`}>
              <th scope="row">
                {words(count)}
                <span className="sub">{texts.rates.agents(count.agents)}</span>
              </th>
              <td className="bar">
                <RateBar
                  share={rateOf(count, what) / most}
                  limit={limit === undefined ? undefined : limit / most}
                  tone={count.version === current ? 'before' : what}
                />
              </td>
              <td className="num">{count.decisions === 0 ? '–' : percent(rateOf(count, what))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RateBarProps {
  readonly share: number;
  readonly limit: number | undefined;
  readonly tone: string;
}

/** Decoration: the number is beside it. */
function RateBar({ share, limit, tone }: RateBarProps) {
  return (
    <svg className="rate-bar" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden>
      <rect className="rail" width="100" height="16" />
      <rect className={tone} width={Math.max(0.5, share * 100)} height="16" />
      {limit !== undefined && <line className="limit" x1={limit * 100} x2={limit * 100} y1="-2" y2="18" />}
    </svg>
  );
}

function rateOf({ decisions, denials, asks = 0 }: VersionCount, what: What): number {
  return decisions === 0 ? 0 : (what === 'deny' ? denials : asks) / decisions;
}

/** Above this the server stops the version: more than twice as often, and more than five percentage points higher. */
function limitOver(rate: number): number {
  return Math.max(rate * factor, rate + margin);
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}
