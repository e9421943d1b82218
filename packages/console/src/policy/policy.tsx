import { Plus, ScrollText, ShieldAlert } from 'lucide-react';
import type { TeamWho } from '@permesso/protocol/console/who';
import { visible } from '@permesso/protocol/text/show-text';
import { hasRole } from '../api.ts';
import { useSession } from '../app/session.ts';
import { errorText } from '../format.ts';
import { NoProject } from '../team/no-project.tsx';
import { useProject } from '../team/use-project.ts';
import { policyTexts as texts } from '../texts/policy.ts';
import { Button } from '../ui/button.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { BrakesSheet } from './brakes-sheet.tsx';
import { DraftSheet } from './draft-sheet.tsx';
import { usePolicy, type KnownPolicy, type PolicyState } from './policy-state.ts';
import { VersionDetail } from './version-detail.tsx';
import { VersionList } from './version-list.tsx';
import '../styles/policy.css';

/** The versions of a project's policy, and the way of each to the agents. */
export function PolicyPage() {
  const { who } = useSession();
  const { project } = useProject();
  if (who.mode !== 'team') return null;
  if (project === undefined) return <NoProject />;
  return <ProjectPolicy key={project.id} who={who} project={project.id} />;
}

function ProjectPolicy({ who, project }: { readonly who: TeamWho; readonly project: string }) {
  const state = usePolicy(project);
  const { known, error, address, reload } = state;
  if (known === undefined)
    return (
      <div className="page">
        <h1>{texts.title}</h1>
        {error === null ? (
          <Bones />
        ) : (
          <Failed title={texts.failed} onRetry={() => void reload()}>
            {visible(errorText(error))} {texts.stillSafe}
          </Failed>
        )}
      </div>
    );
  const isAuthor = hasRole(who, 'author', project);
  return (
    <div className={`split policy-split ${address.sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="policy">
        <Versions state={state} known={known} isAuthor={isAuthor} />
        <Main who={who} state={state} known={known} isAuthor={isAuthor} />
      </div>
      {address.sheet === 'new' && isAuthor && <DraftSheet state={state} current={known.rollout.current} />}
      {address.sheet === 'brakes' && (
        <BrakesSheet who={who} project={project} onClose={() => state.go({ sheet: '' })} />
      )}
    </div>
  );
}

interface PartProps {
  readonly state: PolicyState;
  readonly known: KnownPolicy;
  readonly isAuthor: boolean;
}

function Versions({ state, known, isAuthor }: PartProps) {
  const { go } = state;
  return (
    <aside className="versions" aria-label={texts.versions}>
      <div className="versions-head">
        <h1>{texts.title}</h1>
        <div className="end">
          <Button
            isIcon
            aria-label={texts.brakes}
            title={texts.brakes}
            onClick={() => go({ sheet: 'brakes' })}
          >
            <ShieldAlert className="i" aria-hidden />
          </Button>
          {isAuthor && (
            <Button aria-label={texts.newVersion} onClick={() => go({ sheet: 'new' })}>
              <Plus className="i" aria-hidden />
              {texts.add}
            </Button>
          )}
        </div>
      </div>
      <VersionList
        known={known}
        open={state.number}
        onOpen={(number) => go({ version: String(number), tab: '' })}
      />
      {!isAuthor && <p className="versions-note">{texts.noRoleAuthor}</p>}
    </aside>
  );
}

function Main({ who, state, known, isAuthor }: PartProps & { readonly who: TeamWho }) {
  const { open, openError, number, reload, go } = state;
  if (number === undefined)
    return (
      <div className="policy-main">
        <Empty
          icon={ScrollText}
          title={texts.empty.title}
          action={
            isAuthor && (
              <Button kind="primary" onClick={() => go({ sheet: 'new' })}>
                {texts.empty.act}
              </Button>
            )
          }
        >
          {texts.empty.words}
        </Empty>
      </div>
    );
  if (open === undefined)
    return (
      <div className="policy-main">
        {openError === null ? (
          <Bones />
        ) : (
          <Failed title={texts.failed} onRetry={() => void reload()}>
            {visible(errorText(openError))}
          </Failed>
        )}
      </div>
    );
  return (
    <VersionDetail
      key={open.number}
      who={who}
      state={state}
      known={known}
      version={open}
      isAuthor={isAuthor}
    />
  );
}
