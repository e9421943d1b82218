import type { JSX } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { localEntries, localStats, type LocalStats } from '@permesso/protocol/console/activity';
import { visible } from '@permesso/protocol/text/show-text';
import type { LogEntry } from '@permesso/protocol/entry/log-entry';
import { get } from '../api.ts';
import { HourChart } from './hour-chart.tsx';
import { MostAsked } from './most-asked.tsx';
import { LogIntegrity } from './log-integrity.tsx';
import { SuggestedRules } from './suggested-rules.tsx';
import { VerdictMark } from './verdict.tsx';
import { countText, durationText, subjectOf, errorText } from '../format.ts';

interface Query {
  readonly words: string;
  readonly verdict: string;
  readonly type: string;
  readonly since: string;
}

/** What happened: the newest first, filtered and searched step by step, so that a long log never holds up the page. */
export function Activity() {
  const [query, setQuery] = useState<Query>({ words: '', verdict: '', type: '', since: '' });
  const { entries, looked, isLooking, isOld, problem, more } = useSearch(query);
  const set = (change: Partial<Query>): void => setQuery((now) => ({ ...now, ...change }));
  const [total, setTotal] = useState(0);
  const [before, setBefore] = useState(0);
  useEffect(() => setBefore(total), [query]);
  // Counting begins with the oldest: what it reaches while it counts is not new.
  const fresh = before === 0 ? 0 : Math.max(0, total - before);
  return (
    <section className="activity">
      <h1>Activity</h1>
      <Numbers onEntries={setTotal} />
      <SuggestedRules />
      <div className="add">
        <label className="grow">
          Find{' '}
          <input
            type="search"
            value={query.words}
            onChange={(event) => set({ words: event.currentTarget.value })}
          />
        </label>
        {choices.map(({ name, title, options }) => (
          <label key={name}>
            {title}{' '}
            <select value={query[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className="progress">
        <span>found {entries.length.toLocaleString('en')}</span>
        <span>looked at {looked.toLocaleString('en')}</span>
        {isLooking ? 'looking on…' : ''}{' '}
        {fresh > 0 && (
          <button type="button" onClick={() => set({})}>
            Show {countText(fresh, 'new entry', 'new entries')}
          </button>
        )}
      </p>
      <p role="status" className="unseen">
        {isLooking ? '' : `${countText(entries.length, 'entry', 'entries')} found`}
      </p>
      <p className="problem" role="alert">
        {problem}
      </p>
      {entries.length === 0 && !isLooking && <Nothing isFiltered={Object.values(query).some(Boolean)} />}
      <ol className="entries" aria-busy={isOld}>
        {entries.map(rowOf)}
      </ol>
      {more !== undefined && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}

const choices = [
  {
    name: 'verdict',
    title: 'Verdict',
    options: [
      ['', 'any'],
      ['allow', 'allow'],
      ['ask', 'ask'],
      ['deny', 'deny'],
    ],
  },
  {
    name: 'type',
    title: 'What',
    options: [
      ['', 'everything'],
      ['decision', 'calls'],
      ['answer', 'answers'],
      ['start', 'calls that began'],
      ['end', 'calls that ended'],
      ['grant', 'what was remembered'],
      ['revoke', 'what was taken back'],
      ['failure', 'failures'],
      ['mark', 'gaps in the log'],
    ],
  },
  {
    name: 'since',
    title: 'Since',
    options: [
      ['', 'ever'],
      ['1h', 'an hour'],
      ['1d', 'a day'],
      ['7d', 'a week'],
      ['30d', 'a month'],
    ],
  },
] as const;

/** As many as are drawn before somebody asks for more. */
const page = 100;

/** Milliseconds between two letters of somebody who types. */
const typingPause = 150;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Shown {
  readonly entries: readonly LogEntry[];
  readonly looked: number;
  readonly next?: string;
}

/** What was found before stays until the first answer comes: nothing jumps while somebody types. */
function useSearch(query: Query) {
  const [shown, setShown] = useState<Shown>({ entries: [], looked: 0 });
  const [isOld, setOld] = useState(true);
  const [isLooking, setLooking] = useState(true);
  const [problem, setProblem] = useState('');
  const turn = useRef(0);
  // Before the next picture, not after it: somebody who types waits for the answer.
  useLayoutEffect(() => {
    turn.current += 1;
    setOld(true);
    void look(turn.current);
  }, [query]);

  async function look(mine: number, from?: string): Promise<void> {
    setLooking(true);
    setProblem('');
    try {
      let found = 0;
      let next = from;
      do {
        const isFirst: boolean = next === undefined;
        const asked = new URLSearchParams(next === undefined ? { ...query } : { more: next });
        const step = await get(localEntries, `/api/activity?${asked}`);
        if (mine !== turn.current) return;
        found += step.entries.length;
        next = step.more;
        setShown((now) => ({
          entries: isFirst ? step.entries : [...now.entries, ...step.entries],
          looked: (isFirst ? 0 : now.looked) + step.looked,
          ...(step.more === undefined ? {} : { next: step.more }),
        }));
        setOld(false);
        // A person who still types asks for something else in a moment: looking on would be in the way of that.
        if (isFirst && found < page) await wait(typingPause);
        if (mine !== turn.current) return;
      } while (next !== undefined && found < page);
    } catch (error) {
      if (mine === turn.current) setProblem(errorText(error));
    }
    if (mine === turn.current) setLooking(false);
  }

  const { entries, looked, next } = shown;
  const more = next === undefined || isLooking ? undefined : () => void look(turn.current, next);
  return { entries, looked, isLooking, isOld, problem, more };
}

/** What was drawn once is the same again: only what is new costs anything. */
const rows = new WeakMap<LogEntry, JSX.Element>();

function rowOf(entry: LogEntry): JSX.Element {
  const known = rows.get(entry);
  if (known !== undefined) return known;
  const row = <EntryRow key={entry.seq} entry={entry} />;
  rows.set(entry, row);
  return row;
}

function EntryRow({ entry }: { readonly entry: LogEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={entry.at}>{entry.at.slice(5, 19).replace('T', ' ')}</time>
        {'verdict' in entry ? (
          <VerdictMark verdict={entry.verdict} />
        ) : (
          <span className="verdict">{entry.type}</span>
        )}
        <code>{visible(titleOf(entry)).slice(0, 300)}</code>
      </button>
      {isOpen && <pre>{visibleLines(JSON.stringify(entry, undefined, 2))}</pre>}
    </li>
  );
}

function titleOf(entry: LogEntry): string {
  if ('call' in entry) return `${entry.type === 'answer' ? 'answered: ' : ''}${subjectOf(entry.call)}`;
  if ('grant' in entry) return entry.grant.rules.join(', ');
  return 'error' in entry ? entry.error : entry.type;
}

function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

function Numbers({ onEntries }: { readonly onEntries: (count: number) => void }) {
  const [stats, setStats] = useState<LocalStats>();
  useEffect(() => {
    let stopped = false;
    const load = async (): Promise<void> => {
      const now = await get(localStats, '/api/stats');
      if (stopped) return;
      setStats(now);
      if (!now.counting) onEntries(now.entries);
      setTimeout(() => void (stopped || load()), now.counting ? 500 : 3000);
    };
    void load();
    return () => {
      stopped = true;
    };
  }, []);
  const { decisions, approvalRate, medianWaitMs, hours = [], mostAsked = [] } = stats ?? {};
  const shown = (count: number | undefined): string => count?.toLocaleString('en') ?? '–';
  const calls = decisions && decisions.allow + decisions.ask + decisions.deny;
  return (
    <>
      <dl className="numbers">
        <Number name="calls" value={shown(calls)} />
        <Number name="asked about" value={shown(decisions?.ask)} />
        <Number name="denied" value={shown(decisions?.deny)} />
        <Number
          name="said yes"
          value={approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`}
        />
        <Number name="time to answer" value={medianWaitMs === undefined ? '–' : durationText(medianWaitMs)} />
        <Number name="entries" value={shown(stats?.entries)} />
      </dl>
      <LogIntegrity />
      <p className="hint">
        {stats?.counting === false ? 'All entries are counted.' : 'Counting the entries…'}
      </p>
      <HourChart hours={hours} />
      <details>
        <summary>What you are asked about most</summary>
        {mostAsked.length === 0 && <p>Nothing so far.</p>}
        <MostAsked of={mostAsked} />
      </details>
    </>
  );
}

function Number({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <p>Nothing in the log is like that.</p>;
  return (
    <div className="empty">
      <p>No agent has called yet. Every call that a gate or a hook decides is one line here.</p>
      <p>
        Connect an agent with <code>permesso init</code>, then let it do something; or see in the{' '}
        <a href="#playground">playground</a> what would be decided.
      </p>
    </div>
  );
}
