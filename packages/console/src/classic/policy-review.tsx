import { useState } from 'react';
import { type PolicyVersion } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { hasRole, send } from '../api.ts';
import { errorText } from '../format.ts';

export interface ReviewProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly version: PolicyVersion;
  readonly onChanged: () => Promise<void>;
}

/** A version that makes the policy looser: what it lets through, who said what, and the second person's buttons. */
export function Review({ who, project, version, onChanged }: ReviewProps) {
  const [comment, setComment] = useState('');
  const [said, setSaid] = useState('');
  const { number, digest, author, review } = version;
  const { state, base, looser, reviews } = review;
  if (state === 'not needed') return null;
  const isOwn = author === who.person;
  const mayReview = hasRole(who, 'author', project) || hasRole(who, 'admin', project);
  async function say(verdict: 'approve' | 'reject'): Promise<void> {
    try {
      const words = comment.trim() === '' ? {} : { comment: comment.trim() };
      const body = { digest, base, verdict, ...words };
      await send('POST', `/v1/projects/${project}/policies/${number}/review`, body);
      setSaid(verdict === 'approve' ? `You approved version ${number}.` : `You rejected version ${number}.`);
      setComment('');
    } catch (error) {
      setSaid(errorText(error));
    }
    await onChanged();
  }
  return (
    <section className="review" aria-label={`Review of version ${number}`}>
      <p className={state === 'approved' ? 'hint' : 'warning'}>{headlines[state]}</p>
      <ul className="changes">
        {looser.map((text) => (
          <li key={text}>
            <span className="direction looser">looser</span> {visible(text)}
          </li>
        ))}
      </ul>
      <ul>
        {reviews.map(({ person, name, verdict, comment: words }) => (
          <li key={person}>
            {visible(name)} {verdict === 'approve' ? 'approved it' : 'rejected it'}
            {words !== null && `: ${visible(words)}`}
          </li>
        ))}
      </ul>
      {isOwn && state === 'needed' && (
        <p className="hint">You wrote it, so another author or an admin of the project must review it.</p>
      )}
      {!isOwn && mayReview && (
        <div className="add">
          <label>
            Comment (optional){' '}
            <input
              type="text"
              maxLength={200}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
          </label>
          <button type="button" onClick={() => void say('approve')}>
            Approve version {number}
          </button>
          <button type="button" className="deny" onClick={() => void say('reject')}>
            Reject version {number}
          </button>
        </div>
      )}
      <p role="status">{said}</p>
    </section>
  );
}

const headlines = {
  needed: 'Needs review by a second person: it makes the policy looser.',
  approved: 'It makes the policy looser, and a second person approved it.',
  rejected: 'It makes the policy looser, and was rejected in review. Add another version instead.',
} as const;
