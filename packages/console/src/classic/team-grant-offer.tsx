import { useState } from 'react';
import { grantOffers, votedGrant, type GrantOffers } from '@permesso/protocol/console/team-grants';
import { visible } from '@permesso/protocol/text/show-text';
import type { InboxItem } from '@permesso/protocol/console/inbox';
import { get, post } from '../api.ts';
import { errorText } from '../format.ts';

export interface TeamGrantOfferProps {
  readonly item: InboxItem;
  /** Nobody says yes to what they have not read. */
  readonly locked: boolean;
  readonly onDone: (words: string) => void;
}

const days = [7, 30, 90];

/** A yes for the whole team: allowed once now, and a rule that others vote about. */
export function TeamGrantOffer({ item, locked, onDone }: TeamGrantOfferProps) {
  const [found, setFound] = useState<GrantOffers>();
  const [chosen, setChosen] = useState(0);
  const [reach, setReach] = useState('project');
  const [lasts, setLasts] = useState(30);
  const [problem, setProblem] = useState('');
  const path = `/v1/approvals/${item.id}/team-grant`;
  const offer = found?.offers[chosen];

  async function look(): Promise<void> {
    try {
      setFound(await get(grantOffers, path));
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  async function propose(): Promise<void> {
    try {
      const body = { digest: item.digest, rules: offer?.rules ?? [], reach, days: lasts };
      const { state } = await post(votedGrant, path, body);
      onDone(
        state === 'granted'
          ? 'Allowed, and granted to the team.'
          : 'Allowed once. Others vote about the rule.',
      );
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return (
    <details
      className="wide"
      onToggle={(event) => event.currentTarget.open && found === undefined && void look()}
    >
      <summary>Or let the whole team do it from now on, by votes</summary>
      {found?.refused !== undefined && (
        <p className="hint">It cannot be granted: {visible(found.refused)}.</p>
      )}
      {offer !== undefined && (
        <>
          <fieldset>
            <legend>Which rule?</legend>
            {found?.offers.map(({ rules, covers }, at) => (
              <label key={rules.join()} className="wide">
                <input
                  type="radio"
                  name={`offer-${item.id}`}
                  checked={chosen === at}
                  onChange={() => setChosen(at)}
                />
                <code>{visible(rules.join(', '))}</code> {visible(covers)}
              </label>
            ))}
          </fieldset>
          <div className="add">
            <label>
              For{' '}
              <select value={reach} onChange={(event) => setReach(event.currentTarget.value)}>
                <option value="project">this project</option>
                <option value="organisation">all projects</option>
              </select>
            </label>
            <label>
              It ends after{' '}
              <select value={String(lasts)} onChange={(event) => setLasts(Number(event.currentTarget.value))}>
                {days.map((count) => (
                  <option key={count} value={String(count)}>
                    {count} days
                  </option>
                ))}
              </select>
            </label>
            <button type="button" disabled={locked} onClick={() => void propose()}>
              Allow once, and propose this
            </button>
          </div>
        </>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </details>
  );
}
