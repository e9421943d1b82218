import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { type OwnTarget, ownTargets, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../api.ts';
import { useAct } from '../pending/use-act.ts';
import { PluginParts, PluginSheet } from '../plugin-parts/plugin-parts.tsx';
import { browserPrint, targetKindTitle } from '../plugin-parts/target-kinds.ts';
import { useSession } from '../session/session.ts';
import { useGet } from '../session/use-get.ts';
import { AdminCard } from '../ui/admin-card.tsx';
import { Button } from '../ui/button.tsx';
import { RowLine } from '../ui/row-line.tsx';
import { notificationTexts as texts } from './texts.ts';
import { PageHead } from '../ui/page-head.tsx';

/** Where and when the signed-in person is notified of requests. */
export function NotificationsPage() {
  const { who } = useSession();
  return who.mode === 'team' ? <Notifications who={who} /> : null;
}

function Notifications({ who }: { readonly who: TeamWho }) {
  const { sheet }: { readonly sheet?: string } = useSearch({ from: '/notifications' });
  const navigate = useNavigate();
  const open = (name: string): void => void navigate({ to: '/notifications', search: { sheet: name } });
  return (
    <div className={`split ${sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page admin-cards">
        <PageHead title={texts.title} />
        <Targets />
        <PluginParts at="notifications" who={who} onOpen={open} />
      </div>
      <PluginSheet page="notifications" name={sheet} onClose={() => open('')} />
    </div>
  );
}

function Targets() {
  const act = useAct('own-targets');
  const { data } = useGet('own-targets', ownTargets, '/v1/me/hooks');
  const { data: here } = useQuery({ queryKey: ['push-print'], queryFn: browserPrint });
  return (
    <AdminCard texts={texts.targets} isEmpty={data?.hooks.length === 0}>
      <ul>
        {data?.hooks.map((target) => {
          const host = visible(target.host);
          const path = `/v1/me/hooks/${target.id}`;
          return (
            <TargetRow
              key={target.id}
              target={target}
              isHere={target.print !== undefined && target.print !== null && target.print === here}
              onConfirm={() => void act(() => send('POST', `${path}/confirm`), texts.targets.confirmed(host))}
              onRemove={() => void act(() => send('DELETE', path), texts.targets.removed(host))}
            />
          );
        })}
      </ul>
    </AdminCard>
  );
}

interface TargetRowProps {
  readonly target: OwnTarget;
  readonly isHere: boolean;
  readonly onConfirm: () => void;
  readonly onRemove: () => void;
}

function TargetRow({ target, isHere, onConfirm, onRemove }: TargetRowProps) {
  const { kind, host, confirmedAt, onlyEscalated } = target;
  const shown = visible(host);
  return (
    <RowLine
      icon={BellRing}
      end={
        <>
          {confirmedAt === null && (
            <Button isSmall onClick={onConfirm}>
              {texts.targets.confirm}
            </Button>
          )}
          {!isHere && (
            <Button
              isSmall
              kind="danger-quiet"
              aria-label={texts.targets.removeName(shown)}
              onClick={onRemove}
            >
              {texts.targets.remove}
            </Button>
          )}
        </>
      }
    >
      {targetKindTitle(kind)} <span className="dim">{shown}</span>{' '}
      {isHere && <span className="tag allow">{texts.targets.here}</span>}
      {confirmedAt === null && <span className="tag ask">{texts.targets.waits}</span>}
      {confirmedAt === null && <span className="sub">{texts.targets.waitsWords}</span>}
      {onlyEscalated === true && <span className="sub">{texts.targets.onlyEscalated}</span>}
    </RowLine>
  );
}
