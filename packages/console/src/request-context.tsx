import { visible } from '@permesso/protocol/text/show-text';
import type { RequestContext } from '@permesso/protocol/console/inbox';
import { countText } from './format.ts';

/** What the team knows about a question: whose agent asks, how many must agree, who has. */
export function AroundQuestion({ team }: { readonly team: RequestContext }) {
  const { owner, quorum, votes, joined, isEscalated, whyNot } = team;
  const yes = votes.filter(({ verdict }) => verdict === 'allow');
  return (
    <section class="around" aria-label="Who decides">
      <p class="facts">
        <span>owner {visible(owner)}</span>
        {joined > 0 && <span>asked again {countText(joined, 'time')}</span>}
        {isEscalated && <span>nobody answered in time, so more people were told</span>}
      </p>
      {quorum > 1 && (
        <p>
          <progress max={quorum} value={yes.length} aria-label="People who agree" /> {yes.length} of {quorum}{' '}
          agree
          {yes.length > 0 && `: ${yes.map(({ by }) => visible(by)).join(', ')}`}. One no is enough.
        </p>
      )}
      {whyNot !== undefined && <p class="warning">{whyNot}</p>}
    </section>
  );
}
