import { CircleCheck, Hourglass, Lock } from 'lucide-react';
import { type PendingAct, pendingEffects, pendingText, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { seesPending } from '../session/organisation-role.ts';
import { pendingTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { projectName } from './people-query.ts';
import { useAct } from './use-act.ts';
import { PendingSub } from './pending-here.tsx';
import { pendingKey, usePendingActs } from './pending-query.ts';
import { PageHead } from '../ui/page-head.tsx';
import './pending.css';

/** Changes that one person requested and another confirms. */
export function PendingPage() {
  const { who } = useSession();
  if (who.mode !== 'team') return null;
  return (
    <div className="page admin-cards">
      <PageHead title={texts.title} />
      {seesPending(who) ? <PendingList who={who} /> : <Empty icon={Lock} title={texts.noRole} />}
    </div>
  );
}

function PendingList({ who }: { readonly who: TeamWho }) {
  const { data, error, refetch } = usePendingActs(who);
  if (data === undefined) return <Missing title={texts.failed} error={error} rows={3} onRetry={refetch} />;
  if (data.acts.length === 0)
    return (
      <Empty icon={CircleCheck} title={texts.none}>
        {texts.noneWords}
      </Empty>
    );
  return (
    <>
      <p className="prose">{texts.words}</p>
      <ul className="card rows-card">
        {data.acts.map((act) => (
          <PendingRow key={act.id} act={act} who={who} />
        ))}
      </ul>
      <div className="card padded">
        <p className="small dim">{texts.operator}</p>
        <CopyLine text={`permesso serve pending ${visible(who.organisation)}`} />
      </div>
    </>
  );
}

function PendingRow({ act, who }: { readonly act: PendingAct; readonly who: TeamWho }) {
  const doAct = useAct(pendingKey, 'approval-rules', 'group-roles', 'people', 'review-setting');
  const what = pendingText(act, (project) => projectName(who, project));
  const isOwn = act.askedBy === who.person;
  const path = `/v1/pending-acts/${act.id}`;
  return (
    <li className="row-line">
      <Hourglass className="i dimmer" aria-hidden />
      <span className="min-w-0">
        {what}
        <PendingSub act={act} who={who} />
      </span>
      {!isOwn && act.confirmers.some((role) => hasRole(who, role, null)) && (
        <ConfirmButton
          isSmall
          label={texts.confirm}
          name={texts.confirmName(what)}
          question={`${what}?`}
          words={pendingEffects[act.act] ?? ''}
          onYes={() => void doAct(() => send('POST', `${path}/confirm`), texts.confirmed(what))}
        />
      )}
      <Button
        isSmall
        aria-label={(isOwn ? texts.withdrawName : texts.refuseName)(what)}
        onClick={() => void doAct(() => send('DELETE', path), isOwn ? texts.withdrawn : texts.refused)}
      >
        {isOwn ? texts.withdraw : texts.refuse}
      </Button>
    </li>
  );
}
