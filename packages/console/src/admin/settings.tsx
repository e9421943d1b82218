import { useNavigate, useSearch } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { adminTexts } from './texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { AdminCard } from '../ui/admin-card.tsx';
import { AdminPage } from './admin-page.tsx';
import { ApprovalRules, RuleSheet } from './approval-rules.tsx';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { Enrolments, EnrolSheet } from './enrolments.tsx';
import { useAct } from '../pending/use-act.ts';
import { PageHead } from '../ui/page-head.tsx';

const texts = adminTexts.settings;

/** Projects, how machines join them and what they send, and the required numbers of approvals. */
export function SettingsPage() {
  return (
    <AdminPage title={texts.title} scope="any">
      {(who) => <Settings who={who} />}
    </AdminPage>
  );
}

function Settings({ who }: { readonly who: TeamWho }) {
  const { sheet }: { readonly sheet?: string } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  const open = (name: string): void => void navigate({ to: '/settings', search: { sheet: name } });
  const close = (): void => open('');
  const isAdmin = hasRole(who, 'admin', null);
  return (
    <div className={`split ${sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page admin-cards">
        <PageHead title={texts.title} />
        <Projects who={who} isAdmin={isAdmin} />
        <Enrolments who={who} onAdd={() => open('enrol')} />
        <ApprovalRules who={who} isAdmin={isAdmin} onAdd={() => open('rule')} />
        <PluginParts at="settings" person={who.person} isAdmin={isAdmin} />
      </div>
      {sheet === 'enrol' && <EnrolSheet who={who} onClose={close} />}
      {sheet === 'rule' && isAdmin && <RuleSheet who={who} onClose={close} />}
    </div>
  );
}

function Projects({ who, isAdmin }: { readonly who: TeamWho; readonly isAdmin: boolean }) {
  const { onLook } = useSession();
  const act = useAct();
  const [name, setName] = useState('');
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!(await act(() => send('POST', '/v1/projects', { name }), texts.projects.added(name)))) return;
    setName('');
    onLook();
  }
  return (
    <AdminCard texts={texts.projects}>
      <ul>
        {who.projects.map((project) => (
          <li key={project.id} className="row-line">
            <span>
              {visible(project.name)}{' '}
              {project.frozen !== null && <span className="tag sandboxed">{texts.projects.frozen}</span>}
            </span>
            <CopyButton text={project.id} name={texts.projects.id(visible(project.name))} />
          </li>
        ))}
      </ul>
      {isAdmin && (
        <form className="form-line padded" onSubmit={(event) => void add(event)}>
          <TextField
            label={texts.projects.name}
            value={name}
            pattern="[a-z0-9][a-z0-9\-]*"
            maxLength={63}
            hint={texts.projects.nameHint}
            onChange={setName}
          />
          <Button icon={FolderPlus} type="submit" disabled={name === ''}>
            {texts.projects.add}
          </Button>
        </form>
      )}
    </AdminCard>
  );
}
