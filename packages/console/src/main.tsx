import { render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { LocalWho, TeamWho } from '@permesso/protocol/console/who';
import { enter, send, type Entered } from './api.ts';
import { Activity } from './activity.tsx';
import { Inbox } from './inbox.tsx';
import { useLive } from './live.ts';
import { Playground } from './playground.tsx';
import { Rules } from './rules.tsx';
import { SignIn } from './sign-in.tsx';
import { TeamPage } from './team-pages.tsx';
import { errorText } from './format.ts';

const localPages = [
  { name: 'inbox', title: 'Inbox' },
  { name: 'rules', title: 'Rules' },
  { name: 'playground', title: 'Playground' },
  { name: 'activity', title: 'Activity' },
] as const;
const teamPages = [...localPages, { name: 'policy', title: 'Policy' }] as const;

/** `#rules`, `#playground?call=...`: what stands behind the page's name belongs to the page. */
function placeNow(): { readonly name: string; readonly rest: string } {
  const [name = '', rest = ''] = location.hash.slice(1).split('?', 2);
  return { name, rest };
}

function usePlace(): ReturnType<typeof placeNow> {
  const [place, setPlace] = useState(placeNow());
  useEffect(() => {
    const go = () => setPlace(placeNow());
    addEventListener('hashchange', go);
    // Somebody may have gone on before anybody listened.
    go();
    return () => removeEventListener('hashchange', go);
  }, []);
  return place;
}

/** One set of pages: for the files of this machine, or for a team server. */
function Door() {
  const [entered, setEntered] = useState<Entered>();
  const [problem, setProblem] = useState('');
  const look = useCallback(() => {
    enter().then(setEntered, (error: unknown) => setProblem(errorText(error)));
  }, []);
  useEffect(look, []);
  if (entered === undefined) return <p class="problem">{problem}</p>;
  if (entered.mode === 'stranger') return <SignIn mayNotLook={entered.mayNotLook} onEntered={look} />;
  return <Console who={entered} onLook={look} />;
}

interface ConsoleProps {
  readonly who: LocalWho | TeamWho;
  /** Who sits here, and what there is, may have changed. */
  readonly onLook: () => void;
}

function Console({ who, onLook }: ConsoleProps) {
  const place = usePlace();
  const isTeam = who.mode === 'team';
  const { items, waiting, connected } = useLive(isTeam ? { onRefused: onLook } : {});
  useEffect(() => {
    document.title = waiting === 0 ? 'Permesso' : `(${waiting}) Permesso`;
  }, [waiting]);
  const pages = isTeam ? teamPages : localPages;
  const at = pages.find(({ name }) => name === place.name)?.name ?? 'inbox';
  const away = isTeam ? 'not connected, trying again' : 'not connected: start permesso ui again';
  return (
    <>
      <header class="top">
        <a class="brand" href="#inbox">
          Permesso
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, title }) => (
            <a href={`#${name}`} key={name} aria-current={at === name ? 'page' : undefined}>
              {title}
              {name === 'inbox' && <span class="count">{waiting}</span>}
            </a>
          ))}
        </nav>
        <p class="connection" role="status">
          {connected ? 'live' : away}
        </p>
        {isTeam && <Person who={who} onLeft={onLook} />}
      </header>
      <main>
        {at === 'inbox' && (
          <Inbox
            key={place.rest}
            items={items}
            waiting={waiting}
            who={isTeam ? who : undefined}
            wanted={new URLSearchParams(place.rest).get('question') ?? undefined}
          />
        )}
        {isTeam ? (
          at !== 'inbox' && <TeamPage who={who} at={at} rest={place.rest} onChanged={onLook} />
        ) : (
          <LocalPage at={at} rest={place.rest} />
        )}
      </main>
    </>
  );
}

function LocalPage({ at, rest }: { readonly at: string; readonly rest: string }) {
  if (at === 'rules') return <Rules />;
  if (at === 'playground') return <Playground shared={rest} />;
  return at === 'activity' ? <Activity /> : null;
}

function Person({ who, onLeft }: { readonly who: TeamWho; readonly onLeft: () => void }) {
  return (
    <p class="person">
      {who.email ?? who.person} at {who.organisation}{' '}
      <button type="button" onClick={() => void send('POST', '/v1/sign-out').finally(onLeft)}>
        Sign out
      </button>
    </p>
  );
}

const root = document.querySelector('#page');
if (root !== null) render(<Door />, root);
