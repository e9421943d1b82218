import { Users } from 'lucide-react';
import type { RequestContext } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from './texts.ts';

const texts = approvalsTexts.quorum;

/** The team's data: whose agent asks, how many must approve, who has, and why you cannot. */
export function Quorum({ team }: { readonly team: RequestContext }) {
  const { owner, quorum, votes, joined, isEscalated, whyNot } = team;
  const yes = votes.filter(({ verdict }) => verdict === 'allow');
  return (
    <section className="section" aria-label={texts.label}>
      <h2>
        {texts.title}
        <span className="end">{texts.owner(visible(owner))}</span>
      </h2>
      <div className="quorum">
        <span className="pips" aria-hidden>
          {Array.from({ length: quorum }, (_, at) => (
            <i key={at} className={at < yes.length ? 'on' : ''} />
          ))}
        </span>
        <b className="strong">{texts.votes(yes.length, quorum)}</b>
        {yes.map(({ by }) => (
          <span key={by} className="who">
            <Users className="i" aria-hidden />
            {texts.approved(visible(by))}
          </span>
        ))}
        <span className="end">
          {quorum > 1 && `${texts.oneDenial} `}
          {joined > 0 && `${texts.askedAgain(joined)} `}
          {isEscalated && texts.escalated}
        </span>
      </div>
      {whyNot !== undefined && <p className="notice ask">{whyNot}</p>}
    </section>
  );
}
