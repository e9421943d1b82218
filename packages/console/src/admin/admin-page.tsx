import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TeamWho } from '@permesso/protocol/console';
import { hasRole } from '../api.ts';
import { useSession } from '../session/session.ts';
import { adminTexts as texts } from './texts.ts';
import { Empty } from '../ui/states.tsx';
import { PageHead } from '../ui/page-head.tsx';
import './admin.css';

export interface AdminPageProps {
  readonly title: string;
  /** Where the role must be held: in the whole organisation, or in any project. */
  readonly scope: 'organisation' | 'any';
  readonly children: (who: TeamWho) => ReactNode;
}

/** Without the role nothing is rendered, and nothing requested from the server. */
export function AdminPage({ title, scope, children }: AdminPageProps) {
  const { who } = useSession();
  if (who.mode !== 'team') return null;
  const isAdmin =
    scope === 'organisation' ? hasRole(who, 'admin', null) : who.roles.some(({ role }) => role === 'admin');
  if (isAdmin) return children(who);
  return (
    <div className="page">
      <PageHead title={title} />
      <Empty
        icon={Lock}
        title={texts.noRole}
        action={
          <Link className="btn primary" to="/approvals" search={{}}>
            {texts.toApprovals}
          </Link>
        }
      />
    </div>
  );
}
