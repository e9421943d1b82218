import { Moon } from 'lucide-react';
import { ownQuietHours } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../../api.ts';
import { useAct } from '../../pending/use-act.ts';
import type { PlaceProps, SheetPartProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { AdminCard } from '../../ui/admin-card.tsx';
import { Button } from '../../ui/button.tsx';
import { QuietSheet } from './quiet-sheet.tsx';
import { windowTexts } from './quiet-words.ts';
import { quietTexts as texts } from './texts.ts';

const key = 'own-quiet-hours';
const path = '/v1/me/quiet-hours';

function useOwnHours() {
  return useGet(key, ownQuietHours, path).data?.hours;
}

/** The signed-in person's quiet hours. */
export function OwnQuietHours({ onOpen }: PlaceProps['notifications']) {
  const act = useAct(key);
  const hours = useOwnHours();
  const isSet = hours !== undefined && hours !== null;
  return (
    <AdminCard
      texts={texts}
      isEmpty={hours === null}
      end={
        <Button isSmall disabled={hours === undefined} onClick={() => onOpen('quiet')}>
          {isSet ? texts.edit : texts.set}
        </Button>
      }
    >
      {isSet && (
        <div className="row-line">
          <Moon className="i dimmer" aria-hidden />
          <span className="min-w-0">
            {windowTexts(hours).map((window) => (
              <div key={window}>{window}</div>
            ))}
            <span className="sub">
              {texts.in(visible(hours.zone))}
              {hours.letsEscalated && `; ${texts.throughText}`}
            </span>
          </span>
          <Button
            isSmall
            kind="danger-quiet"
            onClick={() => void act(() => send('PUT', path, { hours: null }), texts.ended)}
          >
            {texts.off}
          </Button>
        </div>
      )}
    </AdminCard>
  );
}

export function OwnQuietSheet({ onClose }: SheetPartProps) {
  const hours = useOwnHours();
  if (hours === undefined) return null;
  return (
    <QuietSheet
      title={texts.title}
      words={texts.ownWords}
      hours={hours}
      path={path}
      queryKey={key}
      onClose={onClose}
    />
  );
}
