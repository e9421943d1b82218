import { useEffect, useRef, useState } from 'preact/hooks';
import { get, post, visible, type Found, type LogEntry, type LogStats } from './api.ts';
import { HourChart } from './hour-chart.tsx';
import { SuggestedRules } from './suggested-rules.tsx';
import { VerdictMark } from './verdict.tsx';
import { counted, lasting, subjectOf } from './words.ts';

interface Query {
  readonly words: string;
  readonly verdict: string;
}

/** What happened: the newest first, filtered and searched step by step, so that a long log never holds up the page. */
export function Activity() {
  const [query, setQuery] = useState<Query>({ words: '', verdict: '' });
  const { entries, looked, isLooking, more } = useSearch(query);
  const set = (change: Partial<Query>): void => setQuery((now) => ({ ...now, ...change }));
  return (
    <section class="activity">
      <h1>Activity</h1>
      <Numbers />
      <SuggestedRules />
      <div class="add">
        <label class="grow">
          Find{' '}
          <input
            type="search"
            value={query.words}
            onInput={(event) => set({ words: event.currentTarget.value })}
          />
        </label>
        <label>
          Verdict{' '}
          <select value={query.verdict} onChange={(event) => set({ verdict: event.currentTarget.value })}>
            <option value="">any</option>
            <option>allow</option>
            <option>ask</option>
            <option>deny</option>
          </select>
        </label>
      </div>
      <p role="status">
        {counted(entries.length, 'entry', 'entries')} found in {counted(looked, 'entry', 'entries')}
        {isLooking ? ', looking on…' : '.'}
      </p>
      {entries.length === 0 && !isLooking && <NothingYet />}
      <ol class="entries">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
      {more !== undefined && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}

/** As many as are drawn before somebody asks for more. */
const page = 100;

function useSearch(query: Query) {
  const [state, setState] = useState<{
    readonly entries: readonly LogEntry[];
    readonly looked: number;
    readonly next?: string;
    readonly wanted: number;
  }>({ entries: [], looked: 0, wanted: page });
  const [isLooking, setLooking] = useState(true);
  const turn = useRef(0);
  useEffect(() => {
    turn.current += 1;
    setState({ entries: [], looked: 0, wanted: page });
    const timer = setTimeout(() => void look(turn.current, page, undefined), 120);
    return () => clearTimeout(timer);
  }, [query]);

  async function look(mine: number, wanted: number, from: string | undefined): Promise<void> {
    setLooking(true);
    let next = from;
    let found = 0;
    do {
      const asked = new URLSearchParams(next === undefined ? { ...query } : { more: next });
      const step = await get<Found>(`/api/activity?${asked}`);
      if (mine !== turn.current) return;
      found += step.entries.length;
      next = step.more;
      setState((now) => ({
        entries: [...now.entries, ...step.entries],
        looked: now.looked + step.looked,
        wanted,
        ...(step.more === undefined ? {} : { next: step.more }),
      }));
    } while (next !== undefined && found < page);
    setLooking(false);
  }

  const { entries, looked, next } = state;
  const more = next === undefined || isLooking ? undefined : () => void look(turn.current, page, next);
  return { entries, looked, isLooking, more };
}

function Entry({ entry }: { readonly entry: LogEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time dateTime={entry.at}>{entry.at.slice(5, 19).replace('T', ' ')}</time>
        {'verdict' in entry ? (
          <VerdictMark verdict={entry.verdict} />
        ) : (
          <span class="verdict">{entry.type}</span>
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

function Numbers() {
  const [stats, setStats] = useState<LogStats & { readonly counting?: boolean }>();
  const [whole, setWhole] = useState('');
  useEffect(() => {
    let stopped = false;
    const load = async (): Promise<void> => {
      const now = await get<LogStats & { readonly counting: boolean }>('/api/stats');
      if (stopped) return;
      setStats(now);
      setTimeout(() => void (stopped || load()), now.counting ? 500 : 3000);
    };
    void load();
    return () => {
      stopped = true;
    };
  }, []);
  if (stats === undefined) return <div class="numbers" />;
  const { decisions, approvalRate, medianWaitMs } = stats;
  return (
    <>
      <dl class="numbers">
        <Number
          name="calls"
          value={(decisions.allow + decisions.ask + decisions.deny).toLocaleString('en')}
        />
        <Number name="asked about" value={decisions.ask.toLocaleString('en')} />
        <Number name="denied" value={decisions.deny.toLocaleString('en')} />
        <Number
          name="said yes"
          value={approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`}
        />
        <Number name="time to answer" value={medianWaitMs === undefined ? '–' : lasting(medianWaitMs)} />
        <Number name="log" value={whole || 'not checked'} />
      </dl>
      <p>
        <button
          type="button"
          onClick={() => {
            setWhole('checking…');
            post<{ readonly ok?: boolean; readonly problem?: string }>('/api/verify', {}).then(
              ({ ok, problem }) =>
                setWhole(problem ?? (ok === true ? 'whole' : 'broken: permesso log verify')),
              (error: unknown) => setWhole(String(error)),
            );
          }}
        >
          Check that the log is whole
        </button>
        {stats.counting === true && ' counting…'}
      </p>
      <HourChart hours={stats.hours} />
      {stats.mostAsked.length > 0 && (
        <details>
          <summary>What you are asked about most</summary>
          <ul>
            {stats.mostAsked.map(({ what, prompts, approved, denied }) => (
              <li key={what}>
                <code>{visible(what)}</code>: {counted(prompts, 'time')}, {approved} allowed, {denied} denied
              </li>
            ))}
          </ul>
        </details>
      )}
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

function NothingYet() {
  return (
    <div class="empty">
      <p>
        Nothing matches, or no agent has called yet. Every call that a gate or a hook decides is one line
        here.
      </p>
    </div>
  );
}
