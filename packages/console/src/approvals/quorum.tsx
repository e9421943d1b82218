import { Users } from 'lucide-react';
import type { RequestContext } from '@permesso/protocol/console/inbox';
import { visible } from '@permesso/protocol/text/show-text';
import { countText } from '../format.ts';

/** What the team knows: whose agent asks, how many must approve, who has, and why you cannot. */
export function Quorum({ team }: { readonly team: RequestContext }) {
  const { owner, quorum, votes, joined, isEscalated, whyNot } = team;
  const yes = votes.filter(({ verdict }) => verdict === 'allow');
  return (
    <section className="section" aria-label="Who decides">
      <h2>
        Approvals needed<span className="end">owner {visible(owner)}</span>
      </h2>
      <div className="quorum">
        <span className="pips" aria-hidden>
          {Array.from({ length: quorum }, (_, at) => (
            <i key={at} className={at < yes.length ? 'on' : ''} />
          ))}
        </span>
        <b className="strong">
          {yes.length} of {quorum}
        </b>
        {yes.map(({ by }) => (
          <span key={by} className="who">
            <Users className="i" aria-hidden />
            {visible(by)} approved
          </span>
        ))}
        <span className="end">
          {quorum > 1 && 'One denial is enough. '}
          {joined > 0 && `Asked again ${countText(joined, 'time')}. `}
          {isEscalated && 'Nobody answered in time, so more people were told.'}
        </span>
      </div>
      {whyNot !== undefined && <p className="notice ask">{whyNot}</p>}
    </section>
  );
}
