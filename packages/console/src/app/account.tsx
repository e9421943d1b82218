import { Menu } from '@base-ui/react/menu';
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import type { TeamWho } from '@permesso/protocol/console';
import { signOut } from '../plugin-parts/sign-out.ts';
import { useSession } from '../session/session.ts';
import { frameTexts } from '../texts/frame.ts';
import { pagesFor } from './pages.ts';

/** The signed-in person, and signing out. */
export function Account({ who }: { readonly who: TeamWho }) {
  const { onLook } = useSession();
  const name = visible(who.email ?? who.person);
  const own = pagesFor(who).filter((page) => page.in === 'own');
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
            <Menu.Item className="menu-item" render={<Link to="/account" search={{}} />}>
              <UserRound className="i" aria-hidden />
              {frameTexts.account.own}
            </Menu.Item>
            {own.map(({ to, title, icon: Icon }) => (
              <Menu.Item key={to} className="menu-item" render={<Link to={to} search={{}} />}>
                <Icon className="i" aria-hidden />
                {title}
              </Menu.Item>
            ))}
            <Menu.Item className="menu-item" onClick={() => void signOut().finally(onLook)}>
              <LogOut className="i" aria-hidden />
              {frameTexts.account.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
