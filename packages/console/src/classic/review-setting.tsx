import { useCallback, useEffect, useState } from 'react';
import { reviewSetting, type ReviewSettingState } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get, request } from '../api.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { errorText } from '../format.ts';

/** Whether looser versions need a second person, in the whole organisation, and ending that by two people. */
export function ReviewSetting({ who }: { readonly who: TeamWho }) {
  const [setting, setSetting] = useState<ReviewSettingState>();
  const [problem, setProblem] = useState('');
  const act = useCallback(async (work: Promise<ReviewSettingState>): Promise<void> => {
    try {
      setSetting(await work);
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }, []);
  useEffect(() => void act(get(reviewSetting, '/v1/policy-review')), []);
  if (setting === undefined) return <p className="problem">{problem}</p>;
  const { required, offBy, offByName } = setting;
  return (
    <section aria-label="Review of looser versions">
      <h2>Review</h2>
      <p>
        {required
          ? 'A version that makes the policy looser needs review by a second person, if there is one who could.'
          : 'A version that makes the policy looser needs no review: one author can publish it alone.'}
      </p>
      {offBy !== null && (
        <p className="warning">
          {visible(offByName ?? offBy)} asked to turn review off. A second person must confirm it.
        </p>
      )}
      <Buttons who={who} setting={setting} onAct={(work) => void act(work)} />
      <p className="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}

interface ButtonsProps {
  readonly who: TeamWho;
  readonly setting: ReviewSettingState;
  readonly onAct: (work: Promise<ReviewSettingState>) => void;
}

function Buttons({ who, setting: { required, offBy }, onAct }: ButtonsProps) {
  const isEverywhere = (role: string): boolean =>
    who.roles.some((held) => held.role === role && held.project === null);
  const isAdmin = isEverywhere('admin');
  const isAsked = offBy !== null;
  const mayConfirm = isAsked && offBy !== who.person && (isAdmin || isEverywhere('author'));
  const put = (wanted: boolean): void =>
    onAct(request(reviewSetting, { method: 'PUT', path: '/v1/policy-review', body: { required: wanted } }));
  return (
    <div className="add">
      {mayConfirm && (
        <ConfirmAction
          label="Confirm: turn review off"
          question="One author alone can make the policy looser from now on?"
          onYes={() => onAct(request(reviewSetting, { method: 'POST', path: '/v1/policy-review/confirm' }))}
        />
      )}
      {isAdmin && required && !isAsked && (
        <ConfirmAction
          label="Turn review off"
          question="Let one author alone make the policy looser?"
          onYes={() => put(false)}
        />
      )}
      {isAdmin && (!required || isAsked) && (
        <button type="button" onClick={() => put(true)}>
          {required ? 'Keep review on' : 'Turn review on'}
        </button>
      )}
    </div>
  );
}
