import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { DoorOpen, Ellipsis, Laptop, Building2, Moon, Search, Sun, SunMoon } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { visible } from '@permesso/protocol/text';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { firstPageStands } from './first-page.ts';
import { FreezeButton } from './freeze-button.tsx';
import { FrozenNotice } from './frozen-notice.tsx';
import { type ListedPage, pagesFor } from './pages.ts';
import { useSession } from '../session/session.ts';
import { StatusLines } from './status-lines.tsx';
import { useTheme, type Theme } from './theme.ts';
import { frameTexts as texts } from '../texts/frame.ts';

const Beside = lazyPart(async () => {
  await firstPageStands;
  return (await import('./beside.tsx')).Beside;
});
const ProjectSwitch = lazyPart(async () => (await import('./project-switch.tsx')).ProjectSwitch);
const Account = lazyPart(async () => (await import('./account.tsx')).Account);

/** Sidebar, top bar and, on a phone, a tab bar around every page. */
export function Frame() {
  const { who, live } = useSession();
  const [isFinding, setFinding] = useState(false);
  const [theme, nextTheme] = useTheme();
  const places = useMemo(() => pagesFor(who), [who]);
  const at = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    const title = places.find(({ to }) => to === at)?.title;
    const name = title === undefined ? texts.product : `${title} · ${texts.product}`;
    document.title = live.waiting === 0 ? name : `(${live.waiting}) ${name}`;
  }, [live.waiting, at, places]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setFinding((now) => !now);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const links = (list: ListedPage['in']) =>
    places
      .filter((place) => place.in === list)
      .map((place) => (
        <NavLink key={place.to} place={place} at={at} waiting={live.waiting} className="nav-item" />
      ));
  return (
    <div className="app">
      <aside className="sidebar">
        <Link className="brand" to={places[0]?.to ?? '/approvals'}>
          <span className="mark">
            <DoorOpen className="i" aria-hidden />
          </span>
          {texts.product}
        </Link>
        <nav className="nav" aria-label={texts.pages}>
          {links('main')}
          {places.some((place) => place.in === 'administration') && (
            <p className="nav-title">{texts.administration}</p>
          )}
          {links('administration')}
        </nav>
        <StatusLines />
      </aside>
      <TopBar
        isOfProject={places.some((place) => place.to === at && place.isOfProject)}
        theme={theme}
        onTheme={nextTheme}
        onFind={() => setFinding(true)}
      />
      <main className="main">
        <FrozenNotice />
        <Outlet />
      </main>
      <TabBar places={places} at={at} waiting={live.waiting} />
      <Suspense fallback={null}>
        <Beside places={places} isFinding={isFinding} onFound={() => setFinding(false)} onTheme={nextTheme} />
      </Suspense>
    </div>
  );
}

interface NavLinkProps {
  readonly place: ListedPage;
  readonly at: string;
  readonly waiting: number;
  readonly className?: string;
}

function NavLink({ place: { to, title, icon: Icon }, at, waiting, className }: NavLinkProps) {
  return (
    <Link to={to} className={className ?? ''} aria-current={at === to ? 'page' : undefined}>
      <Icon className="i" aria-hidden />
      <span>{title}</span>
      {to === '/approvals' && waiting > 0 && (
        <span className="count">
          {waiting > 99 ? '99+' : waiting}
          <span className="sr">{texts.waiting}</span>
        </span>
      )}
    </Link>
  );
}

interface TopBarProps {
  readonly isOfProject: boolean;
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onFind: () => void;
}

function TopBar({ isOfProject, theme, onTheme, onFind }: TopBarProps) {
  const { who } = useSession();
  const isTeam = who.mode === 'team';
  const Where = isTeam ? Building2 : Laptop;
  const ThemeIcon = { system: SunMoon, light: Sun, dark: Moon }[theme];
  const folder = isTeam ? undefined : who.cwd?.split('/').at(-1);
  return (
    <header className="topbar">
      <div className="where">
        <Link className="mark phone-only" to="/" aria-label={texts.product}>
          <DoorOpen className="i" aria-hidden />
        </Link>
        <span className="switcher">
          <Where className="i" aria-hidden />
          {isTeam ? visible(who.organisation) : texts.thisMachine}
        </span>
        {isTeam && isOfProject && (
          <>
            <span className="slash hide-phone" aria-hidden>
              /
            </span>
            <Suspense fallback={null}>
              <ProjectSwitch />
            </Suspense>
          </>
        )}
        {folder !== undefined && (
          <>
            <span className="slash hide-phone" aria-hidden>
              /
            </span>
            <span className="switcher hide-phone">{visible(folder)}</span>
          </>
        )}
      </div>
      <button type="button" className="search" onClick={onFind}>
        <Search className="i" aria-hidden />
        <span>{texts.search.title}</span>
        <kbd>{texts.search.key}</kbd>
      </button>
      <div className="topbar-end">
        <Button
          icon={Search}
          kind="ghost"
          isIcon
          className="phone-only"
          aria-label={texts.search.short}
          onClick={onFind}
        />
        <FreezeButton />
        <Button
          icon={ThemeIcon}
          kind="ghost"
          isIcon
          className="hide-phone"
          aria-label={texts.theme(theme)}
          title={texts.theme(theme)}
          onClick={onTheme}
        />
        {isTeam && (
          <Suspense fallback={null}>
            <Account who={who} />
          </Suspense>
        )}
      </div>
    </header>
  );
}

/** Four pages, and the rest behind a button. */
function TabBar({
  places,
  at,
  waiting,
}: {
  readonly places: readonly ListedPage[];
  readonly at: string;
  readonly waiting: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const shown = places.slice(0, 4);
  const rest = places.slice(4);
  useEffect(() => setOpen(false), [at]);
  return (
    <nav className="tabbar" aria-label={texts.pagesBelow}>
      {shown.map((place) => (
        <NavLink key={place.to} place={place} at={at} waiting={waiting} />
      ))}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-current={rest.some(({ to }) => to === at) ? 'page' : undefined}
        onClick={() => setOpen((now) => !now)}
      >
        <Ellipsis className="i" aria-hidden />
        <span>{texts.more}</span>
      </button>
      {isOpen && (
        <div className="menu more">
          {rest.map((place) => (
            <NavLink key={place.to} place={place} at={at} waiting={waiting} className="nav-item" />
          ))}
        </div>
      )}
    </nav>
  );
}
