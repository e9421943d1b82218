import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { redactSecrets } from '@permesso/engine/facts';
import type { InboxItem } from '@permesso/protocol/console';
import { requestTitle, visible } from '@permesso/protocol/text';
import { useSession } from '../session/session.ts';
import { subjectOf } from '../format.ts';
import { agentTitle } from './words.ts';

/** At once; the rest are counted in the page title. */
const most = 3;

/** Plain, short, and without secrets: it may appear on a locked screen, or be stored by the system. */
function notificationText(item: InboxItem): { readonly title: string; readonly body: string } {
  const plain = (text: string): string => visible(redactSecrets(text).text);
  return {
    title: plain(requestTitle(item, agentTitle(item))).slice(0, 100),
    body: plain(subjectOf(item.call).slice(0, 2000)).slice(0, 200),
  };
}

/** Notifies of new requests while another page or program is in front. A click opens the request. */
export function NotificationWatch() {
  const { live } = useSession();
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(live.items.map(({ id }) => id));
    if (before === undefined || !document.hidden) return;
    for (const item of live.items.filter(({ id }) => !before.has(id)).slice(0, most)) {
      const { title, body } = notificationText(item);
      const shown = new Notification(title, { body, tag: item.id });
      shown.addEventListener('click', () => {
        window.focus();
        void navigate({ to: '/approvals', search: { request: item.id } });
      });
    }
  }, [live.items]);
  return null;
}
