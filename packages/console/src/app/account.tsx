import { Menu } from '@base-ui/react/menu';
import { LogOut } from 'lucide-react';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { send } from '../api.ts';
import { useSession } from './session.ts';
import { frameTexts } from '../texts/frame.ts';

/** Who is signed in, and the way out. */
export function Account({ who }: { readonly who: TeamWho }) {
  const { onLook } = useSession();
  const name = visible(who.email ?? who.person);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="avatar">
        <span aria-hidden>{name.slice(0, 2).toUpperCase()}</span>
        <span className="sr">{frameTexts.account.label(name, visible(who.organisation))}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="floating" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            <p className="menu-title">{frameTexts.account.at(name, visible(who.organisation))}</p>
            <Menu.Item
              className="menu-item"
              onClick={() => void send('POST', '/v1/sign-out').finally(onLook)}
            >
              <LogOut className="i" aria-hidden />
              {frameTexts.account.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
