import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLive } from './live.ts';
import { Activity } from './activity.tsx';
import { Inbox } from './inbox.tsx';
import { Playground } from './playground.tsx';
import { Rules } from './rules.tsx';

const pages = [
  { name: 'inbox', title: 'Inbox' },
  { name: 'rules', title: 'Rules' },
  { name: 'playground', title: 'Playground' },
  { name: 'activity', title: 'Activity' },
] as const;

type Name = (typeof pages)[number]['name'];

/** `#rules`, `#playground?call=...`: what stands behind the page's name belongs to the page. */
function placeNow(): { readonly name: Name; readonly rest: string } {
  const [text = '', rest = ''] = location.hash.slice(1).split('?', 2);
  return { name: pages.find(({ name }) => name === text)?.name ?? 'inbox', rest };
}

function Console() {
  const [place, setPlace] = useState(placeNow());
  const live = useLive();
  useEffect(() => {
    const go = () => setPlace(placeNow());
    addEventListener('hashchange', go);
    // Somebody may have gone on before anybody listened.
    go();
    return () => removeEventListener('hashchange', go);
  }, []);
  const waiting = live.items.length;
  useEffect(() => {
    document.title = waiting === 0 ? 'Permesso' : `(${waiting}) Permesso`;
  }, [waiting]);
  return (
    <>
      <header class="top">
        <a class="brand" href="#inbox">
          Permesso
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, title }) => (
            <a href={`#${name}`} key={name} aria-current={place.name === name ? 'page' : undefined}>
              {title}
              {name === 'inbox' && <span class="count">{waiting}</span>}
            </a>
          ))}
        </nav>
        <p class="connection" role="status">
          {live.connected ? 'live' : 'not connected: start permesso ui again'}
        </p>
      </header>
      <main>
        {place.name === 'inbox' && <Inbox items={live.items} />}
        {place.name === 'rules' && <Rules />}
        {place.name === 'playground' && <Playground shared={place.rest} />}
        {place.name === 'activity' && <Activity />}
      </main>
    </>
  );
}

const root = document.querySelector('#page');
if (root !== null) render(<Console />, root);
