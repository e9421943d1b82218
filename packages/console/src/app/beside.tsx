import { Dialog } from '@base-ui/react/dialog';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNotifications } from '../approvals/notifications.ts';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { useFreezeTargets } from '../session/freeze.ts';
import { useSession } from '../session/session.ts';
import { useShortcuts } from '../session/shortcuts.ts';
import { besideTexts as texts } from './beside-texts.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import type { ListedPage } from './pages.ts';
import { Palette } from './palette.tsx';
import './beside.css';

const NotificationWatch = lazyPart(
  async () => (await import('../approvals/notification-watch.tsx')).NotificationWatch,
);

export interface BesideProps {
  readonly places: readonly ListedPage[];
  readonly isFinding: boolean;
  readonly onFound: () => void;
  readonly onTheme: () => void;
}

/** Overlays that belong to no page: loaded once the first page is rendered. */
export function Beside({ places, isFinding, onFound, onTheme }: BesideProps) {
  const { who } = useSession();
  const { isOn: notifies } = useNotifications();
  const [over, setOver] = useState<'freeze' | 'keys'>();
  const everyTarget = useFreezeTargets();
  const targets = useMemo(
    () => everyTarget.filter(({ mayChange, frozen }) => mayChange && frozen === undefined),
    [everyTarget],
  );
  useShortcuts({ '?': () => setOver('keys') });
  const close = (): void => setOver(undefined);
  return (
    <>
      {who.mode === 'local' && <EndedNotice />}
      <Suspense fallback={null}>{notifies && <NotificationWatch />}</Suspense>
      <PluginParts at="background" />
      {isFinding && (
        <Palette
          places={places}
          onClose={onFound}
          onTheme={onTheme}
          onKeys={() => setOver('keys')}
          {...(targets.length > 0 ? { onFreeze: () => setOver('freeze') } : {})}
        />
      )}
      {over === 'freeze' && <FreezeDialog targets={targets} onClose={close} />}
      {over === 'keys' && <Keys onClose={close} />}
    </>
  );
}

/** A reload takes less time. */
const awayMs = 3000;

/** `permesso ui` has ended: nothing here works any more, and the page says so instead of showing stale data. */
function EndedNotice() {
  const { live } = useSession();
  const [isEnded, setEnded] = useState(false);
  useEffect(() => {
    setEnded(false);
    if (live.connected) return undefined;
    const timer = setTimeout(() => setEnded(true), awayMs);
    return () => clearTimeout(timer);
  }, [live.connected]);
  useEffect(() => {
    document.querySelector('.app')?.toggleAttribute('inert', isEnded);
  }, [isEnded]);
  if (!isEnded) return null;
  return createPortal(
    <div className="ended" role="alert">
      <p>
        <b>{texts.ended.title}</b> {texts.ended.words} <code>{texts.ended.command}</code>
      </p>
      <CopyButton text={texts.ended.command} />
    </div>,
    document.body,
  );
}

function Keys({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette-popup keys">
          <Dialog.Title>{texts.keys.title}</Dialog.Title>
          <dl>
            {texts.keys.rows.map(([key, does]) => (
              <div key={does}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
