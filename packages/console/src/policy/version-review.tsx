import { MessageSquare, TriangleAlert, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import type { PolicyVersion, TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, send } from '../api.ts';
import { errorText } from '../format.ts';
import { policyTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import type { PolicyState } from './policy-state.ts';
import { ChangeWords, DirectionTag } from './version-changes.tsx';

export interface VersionReviewPanelProps {
  readonly who: TeamWho;
  readonly state: PolicyState;
  readonly version: PolicyVersion;
}

/** A version that makes the policy looser: what it allows, earlier reviews, and the second person's buttons. */
export function VersionReviewPanel({ who, state, version }: VersionReviewPanelProps) {
  const { number, author, review, objection } = version;
  const isOver = number === state.known?.rollout.current || objection !== null;
  const mayReview = hasRole(who, 'author', state.project) || hasRole(who, 'admin', state.project);
  if (review.state === 'not needed') return <p className="tab-empty">{texts.review.notNeeded}</p>;
  return (
    <section className="review" aria-label={texts.reviewOf(number)}>
      <p className={review.state === 'approved' ? 'notice' : 'notice ask'}>
        {review.state === 'approved' ? (
          <UserCheck className="i" aria-hidden />
        ) : (
          <TriangleAlert className="i" aria-hidden />
        )}
        <span>{texts.review[review.state]}</span>
      </p>
      <ul className="review-looser">
        {review.looser.map((text) => (
          <li key={text}>
            <DirectionTag direction="looser" />
            <ChangeWords text={text} />
          </li>
        ))}
      </ul>
      <ul className="list-card review-said">
        {review.reviews.map(({ person, name, verdict, comment }) => (
          <li key={person}>
            {verdict === 'approve' ? (
              <UserCheck className="i ok" aria-hidden />
            ) : (
              <UserX className="i bad" aria-hidden />
            )}
            <span>
              {visible(name)} {verdict === 'approve' ? texts.review.approvedIt : texts.review.rejectedIt}
              {comment !== null && `: ${visible(comment)}`}
            </span>
          </li>
        ))}
      </ul>
      {author === who.person && review.state === 'needed' && <p className="dim">{texts.review.own}</p>}
      {author !== who.person && mayReview && !isOver && <ReviewForm state={state} version={version} />}
    </section>
  );
}

function ReviewForm({ state, version }: Omit<VersionReviewPanelProps, 'who'>) {
  const say = useToasts();
  const [comment, setComment] = useState('');
  const { number, digest, review } = version;
  async function answer(verdict: 'approve' | 'reject'): Promise<void> {
    try {
      const words = comment.trim() === '' ? {} : { comment: comment.trim() };
      await send('POST', `/v1/projects/${state.project}/policies/${number}/review`, {
        digest,
        base: review.base,
        verdict,
        ...words,
      });
      say({ text: verdict === 'approve' ? texts.review.didApprove(number) : texts.review.didReject(number) });
      setComment('');
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
    }
    await state.reload();
  }
  return (
    <div className="review-form">
      <label className="input">
        <MessageSquare className="i" aria-hidden />
        <input
          aria-label={texts.review.comment}
          placeholder={texts.review.comment}
          maxLength={200}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </label>
      <Button kind="danger-quiet" onClick={() => void answer('reject')}>
        {texts.review.reject(number)}
      </Button>
      <Button kind="primary" onClick={() => void answer('approve')}>
        {texts.review.approve(number)}
      </Button>
    </div>
  );
}
