import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, ScrollText, ShieldAlert } from 'lucide-react';
import { baseline, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole } from '../api.ts';
import { useSession } from '../session/session.ts';
import { NoProject } from '../ui/no-project.tsx';
import { isOfOrganisation } from '../session/organisation-role.ts';
import { useProject } from '../session/use-project.ts';
import { policyTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { BrakesSheet } from './brakes-sheet.tsx';
import { DraftSheet } from './draft-sheet.tsx';
import { usePolicy, type KnownPolicy, type PolicyAddress, type PolicyState } from './policy-state.ts';
import { VersionDetail } from './version-detail.tsx';
import { VersionList } from './version-list.tsx';
import './policy.css';
import { useGet } from '../session/use-get.ts';

/** The versions of a project's policy or of the organisation's baseline, and their rollouts. */
export function PolicyPage() {
  const { who } = useSession();
  const { project } = useProject();
  const { of }: PolicyAddress = useSearch({ from: '/policy' });
  if (who.mode !== 'team') return null;
  if (of === 'baseline') return <BaselinePolicy who={who} />;
  if (project === undefined) return <NoProject />;
  const isAuthor = hasRole(who, 'author', project.id);
  return <VersionsPage key={project.id} who={who} project={project.id} isAuthor={isAuthor} />;
}

/** Versions are visible with a role in the whole organisation; everybody else sees the active one. */
function BaselinePolicy({ who }: { readonly who: TeamWho }) {
  const { data, error, refetch } = useGet('baseline', baseline, '/v1/baseline');
  if (data !== undefined && isOfOrganisation(who))
    return (
      <VersionsPage
        key={data.id}
        who={who}
        project={data.id}
        isAuthor={hasRole(who, 'admin', null)}
        isBaseline
      />
    );
  return (
    <div className="page">
      <h1>{texts.titleBaseline}</h1>
      <WhosePolicy of="baseline" />
      {(data === undefined || error !== null) && (
        <Missing title={texts.failed} error={error} onRetry={refetch} />
      )}
      {data?.text === null && <p>{texts.noBaseline}</p>}
      {typeof data?.text === 'string' && (
        <pre className="code" aria-label={texts.textOf(data.version ?? 0)}>
          {visible(data.text)}
        </pre>
      )}
    </div>
  );
}

interface VersionsPageProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly isAuthor: boolean;
  readonly isBaseline?: true | undefined;
}

function VersionsPage({ who, project, isAuthor, isBaseline }: VersionsPageProps) {
  const state = usePolicy(project);
  const { known, error, address, reload } = state;
  if (known === undefined)
    return (
      <div className="page">
        <h1>{texts.title}</h1>
        <Missing title={texts.failed} note={texts.stillSafe} error={error} onRetry={reload} />
      </div>
    );
  return (
    <div className={`split policy-split ${address.sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="policy">
        <Versions state={state} known={known} isAuthor={isAuthor} isBaseline={isBaseline} />
        <Main who={who} state={state} known={known} isAuthor={isAuthor} />
      </div>
      {address.sheet === 'new' && isAuthor && <DraftSheet state={state} current={known.rollout.current} />}
      {address.sheet === 'brakes' && isBaseline !== true && (
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

function Versions({ state, known, isAuthor, isBaseline }: PartProps & Pick<VersionsPageProps, 'isBaseline'>) {
  const { go } = state;
  const [title, noRole] =
    isBaseline === true ? [texts.titleBaseline, texts.noRoleAdmin] : [texts.title, texts.noRoleAuthor];
  return (
    <aside className="versions" aria-label={texts.versions}>
      <div className="versions-head">
        <h1>{title}</h1>
        <div className="end">
          {isBaseline !== true && (
            <Button
              icon={ShieldAlert}
              isIcon
              aria-label={texts.brakes}
              title={texts.brakes}
              onClick={() => go({ sheet: 'brakes' })}
            />
          )}
          {isAuthor && (
            <Button icon={Plus} aria-label={texts.newVersion} onClick={() => go({ sheet: 'new' })}>
              {texts.add}
            </Button>
          )}
        </div>
      </div>
      <WhosePolicy of={isBaseline === true ? 'baseline' : 'project'} />
      <VersionList
        known={known}
        open={state.number}
        onOpen={(number) => go({ version: String(number), tab: '' })}
      />
      {!isAuthor && <p className="versions-note">{noRole}</p>}
    </aside>
  );
}

/** Switches between a project's policy and the baseline. */
function WhosePolicy({ of }: { readonly of: 'project' | 'baseline' }) {
  const navigate = useNavigate();
  return (
    <div className="versions-whose">
      <Segmented
        label={texts.whose}
        value={of}
        segments={[
          { value: 'project', title: texts.ofProject },
          { value: 'baseline', title: texts.ofBaseline },
        ]}
        onChange={(next) =>
          void navigate({
            to: '/policy',
            search: ({ project }: PolicyAddress) => ({
              ...(project === undefined ? {} : { project }),
              of: next,
            }),
          })
        }
      />
    </div>
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
        <Missing title={texts.failed} error={openError} onRetry={reload} />
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
