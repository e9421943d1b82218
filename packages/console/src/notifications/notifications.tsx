import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { BellRing, Moon } from 'lucide-react';
import {
  ownQuietHours,
  type OwnTarget,
  ownTargets,
  type QuietHours,
  type TeamWho,
} from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';
import { get, send } from '../api.ts';
import { useSession } from '../session/session.ts';
import { notificationTexts } from './texts.ts';
import { targetKinds } from '../texts/target-kinds.ts';
import { Button } from '../ui/button.tsx';
import { PushCard } from './push-card.tsx';
import { pushPrint } from './push.ts';
import { QuietSheet } from './quiet-sheet.tsx';
import { windowTexts } from './quiet-words.ts';
import './notifications.css';

const texts = notificationTexts;

/** Where and when the signed-in person is told of requests. */
export function NotificationsPage() {
  const { who } = useSession();
  return who.mode === 'team' ? <Notifications who={who} /> : null;
}

function Notifications({ who }: { readonly who: TeamWho }) {
  const { sheet }: { readonly sheet?: string } = useSearch({ from: '/notifications' });
  const navigate = useNavigate();
  const open = (name: string): void => void navigate({ to: '/notifications', search: { sheet: name } });
  const quiet = useQuery({
    queryKey: ['own-quiet-hours'],
    queryFn: () => get(ownQuietHours, '/v1/me/quiet-hours'),
  });
  return (
    <div className={`split ${sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page admin-cards">
        <div className="page-head">
          <h1>{texts.title}</h1>
        </div>
        <PushCard who={who} />
        <Targets />
        <QuietCard hours={quiet.data?.hours} onEdit={() => open('quiet')} />
      </div>
      {sheet === 'quiet' && quiet.data !== undefined && (
        <QuietSheet
          title={texts.quiet.title}
          words={texts.quiet.ownWords}
          hours={quiet.data.hours}
          path="/v1/me/quiet-hours"
          queryKey="own-quiet-hours"
          onClose={() => open('')}
        />
      )}
    </div>
  );
}

function Targets() {
  const act = useAct('own-targets');
  const { data } = useQuery({ queryKey: ['own-targets'], queryFn: () => get(ownTargets, '/v1/me/hooks') });
  const { data: here } = useQuery({
    queryKey: ['push-print'],
    queryFn: async () => (await pushPrint()) ?? '',
  });
  const targets = data?.hooks ?? [];
  return (
    <AdminCard texts={texts.targets}>
      {data !== undefined && targets.length === 0 && <p className="padded small dim">{texts.targets.none}</p>}
      <ul>
        {targets.map((target) => {
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

function TargetRow({
  target: { kind, host, confirmedAt, onlyEscalated },
  isHere,
  onConfirm,
  onRemove,
}: TargetRowProps) {
  const shown = visible(host);
  return (
    <li className="row-line">
      <BellRing className="i dimmer" aria-hidden />
      <span className="min-w-0">
        {targetKinds[kind]} <span className="dim">{shown}</span>{' '}
        {isHere && <span className="tag allow">{texts.targets.here}</span>}
        {confirmedAt === null && <span className="tag ask">{texts.targets.waits}</span>}
        {confirmedAt === null && <span className="sub">{texts.targets.waitsWords}</span>}
        {onlyEscalated === true && <span className="sub">{texts.targets.onlyEscalated}</span>}
      </span>
      {confirmedAt === null && (
        <Button isSmall onClick={onConfirm}>
          {texts.targets.confirm}
        </Button>
      )}
      {!isHere && (
        <Button isSmall kind="danger-quiet" aria-label={texts.targets.removeName(shown)} onClick={onRemove}>
          {texts.targets.remove}
        </Button>
      )}
    </li>
  );
}

interface QuietCardProps {
  readonly hours: QuietHours | null | undefined;
  readonly onEdit: () => void;
}

function QuietCard({ hours, onEdit }: QuietCardProps) {
  const act = useAct('own-quiet-hours');
  return (
    <AdminCard
      texts={texts.quiet}
      end={
        <Button isSmall disabled={hours === undefined} onClick={onEdit}>
          {hours === null || hours === undefined ? texts.quiet.set : texts.quiet.edit}
        </Button>
      }
    >
      {hours === null && <p className="padded small dim">{texts.quiet.none}</p>}
      {hours !== null && hours !== undefined && (
        <ul>
          <li className="row-line">
            <Moon className="i dimmer" aria-hidden />
            <span className="min-w-0">
              {windowTexts(hours).map((window) => (
                <Fragment key={window}>
                  {window}
                  <br />
                </Fragment>
              ))}
              <span className="sub">
                {texts.quiet.in(visible(hours.zone))}
                {hours.letsEscalated && `; ${texts.quiet.throughText}`}
              </span>
            </span>
            <Button
              isSmall
              kind="danger-quiet"
              onClick={() =>
                void act(() => send('PUT', '/v1/me/quiet-hours', { hours: null }), texts.quiet.ended)
              }
            >
              {texts.quiet.off}
            </Button>
          </li>
        </ul>
      )}
    </AdminCard>
  );
}
