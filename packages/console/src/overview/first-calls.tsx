import { Link } from '@tanstack/react-router';
import { foundEntries, type ListedEntry } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { ShieldCheck } from 'lucide-react';
import { entryId, readEntry } from '../activity/read-entry.ts';
import { shownEntry } from '../activity/words.ts';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { overviewTexts } from './texts.ts';
import { CommandText } from '../ui/command-text.tsx';
import { Bones } from '../ui/states.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { useGet } from '../session/use-get.ts';

const texts = overviewTexts.firstCalls;
const mostShown = 6;
const noneWaits: ReadonlySet<string> = new Set();

/** The calls themselves, while there are too few days for a chart. */
export function FirstCalls() {
  const now = useNow(10_000);
  const { data } = useGet('first-calls', foundEntries, {
    path: '/api/activity?type=calls',
    refetchInterval: 5000,
  });
  const caught = data?.entries.findLast((entry) => shownEntry(entry, noneWaits).verdict === 'deny');
  return (
    <section className="card first-calls" aria-labelledby="first-calls-title">
      <div className="card-head">
        <h2 id="first-calls-title">{texts.title}</h2>
        <span className="sub">{texts.sub}</span>
        <Link className="btn plain small end" to="/activity" search={{}}>
          {texts.all}
        </Link>
      </div>
      {data === undefined && <Bones />}
      {caught !== undefined && <Caught entry={caught} />}
      <ul>
        {(data?.entries ?? []).slice(0, mostShown).map((entry) => {
          const { at, verdict, kind, title } = shownEntry(entry, noneWaits);
          return (
            <li key={entryId(entry)}>
              {verdict === undefined ? <span className="dim">{kind}</span> : <Verdict verdict={verdict} />}
              <Link to="/activity" search={{ entry: entryId(entry) }}>
                <CommandText text={title} isCut />
              </Link>
              <time className="dim" dateTime={new Date(at).toISOString()}>
                {texts.ago(durationText(now - at))}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The first denied call: what was prevented, and why. */
function Caught({ entry }: { readonly entry: ListedEntry }) {
  const { agent, title } = shownEntry(entry, noneWaits);
  const read = readEntry(entry);
  const parts = read?.type === 'decision' ? read.receipt.parts : [];
  const reason = parts.find(({ verdict }) => verdict === 'deny')?.reason;
  return (
    <p className="notice caught">
      <ShieldCheck className="i" aria-hidden />
      <span>
        {texts.caught(visible(agent))} <code>{visible(title)}</code>
        {reason !== undefined && <span className="dim"> {visible(reason)}</span>}
      </span>
    </p>
  );
}
