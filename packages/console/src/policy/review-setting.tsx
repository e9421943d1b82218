import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewSetting, type ReviewSettingState, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, request } from '../api.ts';
import { errorText } from '../format.ts';
import { policyTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Bones } from '../ui/states.tsx';

const texts = policyTexts.setting;
const key = ['review-setting'];

/** Whether looser versions need a second person, in the whole organisation; turning it off takes two people. */
export function ReviewSetting({ who }: { readonly who: TeamWho }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => get(reviewSetting, '/v1/policy-review'),
    staleTime: 0,
  });
  async function act(work: Promise<ReviewSettingState>): Promise<void> {
    try {
      client.setQueryData(key, await work);
      setProblem('');
    } catch (failed) {
      setProblem(errorText(failed));
    }
  }
  return (
    <section className="section" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ProblemNotice text={problem || (error === null ? '' : errorText(error))} />
      {data === undefined && error === null && <Bones rows={2} />}
      {data !== undefined && (
        <>
          <p className="prose">{data.required ? texts.on : texts.off}</p>
          {data.offBy !== null && (
            <p className="notice ask">{texts.asked(visible(data.offByName ?? data.offBy))}</p>
          )}
          <Buttons who={who} setting={data} onAct={(work) => void act(work)} />
        </>
      )}
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
    <div className="acts">
      {mayConfirm && (
        <ConfirmButton
          kind="danger-quiet"
          label={texts.confirm}
          question={texts.askConfirm}
          words={texts.askConfirmWords}
          action={texts.turnOff}
          onYes={() => onAct(request(reviewSetting, { method: 'POST', path: '/v1/policy-review/confirm' }))}
        />
      )}
      {isAdmin && required && !isAsked && (
        <ConfirmButton
          kind="danger-quiet"
          label={texts.turnOff}
          question={texts.askOff}
          words={texts.askOffWords}
          onYes={() => put(false)}
        />
      )}
      {isAdmin && (!required || isAsked) && (
        <Button onClick={() => put(true)}>{required ? texts.keep : texts.turnOn}</Button>
      )}
    </div>
  );
}
