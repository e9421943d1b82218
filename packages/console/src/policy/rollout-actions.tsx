import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { PolicyVersion, Rollout, TeamWho } from '@permesso/protocol/console';
import { hasRole, send } from '../api.ts';
import { errorText, momentText } from '../format.ts';
import { policyTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import type { KnownPolicy, PolicyState } from './policy-state.ts';

export interface RolloutActionsProps {
  readonly state: PolicyState;
  readonly known: KnownPolicy;
  readonly version: PolicyVersion;
  readonly isAuthor: boolean;
  readonly who: TeamWho;
}

/** An author's next actions on the version. Those that concern every agent ask for confirmation. */
export function RolloutActions({ state, known, version, isAuthor, who }: RolloutActionsProps) {
  const say = useToasts();
  const { current, candidate, stage, share } = known.rollout;
  const { number, objection } = version;
  const path = `/v1/projects/${state.project}/rollout`;
  async function act(work: () => Promise<void>, done: string): Promise<void> {
    try {
      await work();
      say({ text: done });
    } catch (error) {
      say({ text: errorText(error), isProblem: true });
    }
    await state.reload();
  }
  const step = (body: object, done: string): void =>
    void act(() => send('POST', path, { version: number, ...body }), done);
  const toAll = (): void => step({ stage: 'all' }, texts.act.doneAll(number));
  const mayGoBack = isAuthor || hasRole(who, 'admin', state.project);
  if (number === current && mayGoBack)
    return (
      <RollBackTo
        back={known.rollout.back}
        onBack={(to) => void act(() => send('POST', `${path}/back`, { version: to }), texts.act.doneAll(to))}
      />
    );
  if (!isAuthor || objection !== null || number === current) return null;
  const mayPublish = version.review.state === 'not needed' || version.review.state === 'approved';
  return (
    <div className="rollout-acts">
      {number === candidate ? (
        <>
          <Button
            icon={Undo2}
            kind="danger-quiet"
            onClick={() => void act(() => send('DELETE', path), texts.act.doneBack(number))}
          >
            {texts.act.back}
          </Button>
          {mayPublish && (
            <ShareStep
              key={`${stage} ${share}`}
              now={stage === 'share' ? share : null}
              onShare={(next) =>
                step({ stage: 'share', share: Number(next) }, texts.act.doneShare(number, next))
              }
            />
          )}
        </>
      ) : (
        <Button onClick={() => step({ stage: 'report' }, texts.act.doneShadow(number))}>
          {texts.act.shadow}
        </Button>
      )}
      {mayPublish && (
        <ConfirmButton
          kind="primary"
          label={texts.act.all}
          question={texts.act.askAll(number)}
          words={texts.act.askAllWords(number)}
          onYes={toAll}
        />
      )}
    </div>
  );
}

interface ShareStepProps {
  /** In per cent; null in shadow. */
  readonly now: number | null;
  readonly onShare: (share: string) => void;
}

/** First 10 %, then 50 %. */
function ShareStep({ now, onShare }: ShareStepProps) {
  const [share, setShare] = useState(now === null ? '10' : now < 50 ? '50' : '90');
  return (
    <form
      className="share-step"
      onSubmit={(event) => {
        event.preventDefault();
        onShare(share);
      }}
    >
      <label className="input">
        <input
          type="number"
          aria-label={texts.act.shareField}
          min={1}
          max={99}
          required
          value={share}
          onChange={(event) => setShare(event.target.value)}
        />
        <span aria-hidden>%</span>
      </label>
      <Button type="submit">{texts.act.share(share)}</Button>
    </form>
  );
}

/** Reverts to the previously active version, if one person may do that. */
function RollBackTo({
  back,
  onBack,
}: {
  readonly back: Rollout['back'];
  readonly onBack: (version: number) => void;
}) {
  if (back === null || back.objection !== null) return null;
  const { version, until } = back;
  return (
    <div className="rollout-acts">
      <ConfirmButton
        kind="danger-quiet"
        label={
          <>
            <Undo2 className="i" aria-hidden />
            {texts.act.backTo(version)}
          </>
        }
        question={texts.act.askBackTo(version)}
        words={texts.act.askBackToWords(version, momentText(Date.parse(until)))}
        action={texts.act.backTo(version)}
        onYes={() => onBack(version)}
      />
    </div>
  );
}
