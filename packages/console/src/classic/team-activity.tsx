import { useEffect, useRef, useState } from 'react';
import { teamEntries, teamStats, type TeamEntry, type TeamStats } from '@permesso/protocol/console/activity';
import { get } from '../api.ts';
import { HourChart } from './hour-chart.tsx';
import { MostAsked } from './most-asked.tsx';
import { TeamEntryRow } from './team-entry.tsx';
import { TeamLog } from './team-log.tsx';
import { countText, durationText, errorText } from '../format.ts';

/** What the agents of the team did: figures, whether the record is whole, and the record itself, the newest first. */
export function TeamActivity() {
  const [words, setWords] = useState('');
  const [verdict, setVerdict] = useState('');
  const { entries, back, isLooking, more, problem } = useRecord(words, verdict);
  if (problem !== '')
    return (
      <section>
        <h1>Activity</h1>
        <p className="problem">{problem}</p>
      </section>
    );
  return (
    <section className="activity">
      <h1>Activity</h1>
      <Figures />
      <TeamLog />
      <div className="add">
        <label className="grow">
          Find <input type="search" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        </label>
        <label>
          Verdict{' '}
          <select value={verdict} onChange={(event) => setVerdict(event.currentTarget.value)}>
            <option value="">any</option>
            <option>allow</option>
            <option>ask</option>
            <option>deny</option>
          </select>
        </label>
      </div>
      <p role="status">
        {countText(entries.length, 'entry', 'entries')} since {back.slice(0, 10)}
        {isLooking ? ', looking on…' : '.'}
      </p>
      {entries.length === 0 && !isLooking && (
        <div className="empty">
          <p>
            Nothing matches, or no agent has sent its record yet. <code>permesso team sync</code> on each
            machine sends every decision and answer here.
          </p>
        </div>
      )}
      <ol className="entries">
        {entries.map((entry) => (
          <TeamEntryRow key={`${entry.agent} ${entry.seq}`} entry={entry} />
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

interface Looked {
  readonly entries: readonly TeamEntry[];
  readonly back: string;
  readonly next?: string;
}

const nothing: Looked = { entries: [], back: '' };

/** Looked for a day at a time, so that a long record never holds up the page. */
function useRecord(words: string, verdict: string) {
  const [looked, setLooked] = useState<Looked>(nothing);
  const [isLooking, setLooking] = useState(true);
  const [problem, setProblem] = useState('');
  const turn = useRef(0);
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const timer = setTimeout(() => {
      look(mine, nothing).catch((error: unknown) => setProblem(errorText(error)));
    }, 120);
    return () => clearTimeout(timer);
  }, [words, verdict]);

  async function look(mine: number, from: Looked): Promise<void> {
    setLooking(true);
    let now = from;
    do {
      const asked = new URLSearchParams({
        words,
        verdict,
        ...(now.next === undefined ? {} : { more: now.next }),
      });
      const step = await get(teamEntries, `/api/activity?${asked}`);
      if (mine !== turn.current) return;
      now = {
        entries: [...now.entries, ...step.entries],
        back: step.back,
        ...(step.more === undefined ? {} : { next: step.more }),
      };
      setLooked(now);
    } while (now.next !== undefined && now.entries.length < from.entries.length + page);
    setLooking(false);
  }

  const more =
    looked.next === undefined || isLooking
      ? undefined
      : () => void look(turn.current, looked).catch((error: unknown) => setProblem(errorText(error)));
  return { ...looked, isLooking, more, problem };
}

function Figures() {
  const [stats, setStats] = useState<TeamStats>();
  useEffect(() => {
    const load = (): void => void get(teamStats, '/api/stats').then(setStats, () => undefined);
    load();
    const timer = setInterval(load, 10_000);
    return () => clearInterval(timer);
  }, []);
  if (stats === undefined) return <div className="numbers" />;
  const { decisions, approvalRate, medianWaitMs, hours, mostAsked, days } = stats;
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['calls', (decisions.allow + decisions.ask + decisions.deny).toLocaleString('en')],
    ['asked about', decisions.ask.toLocaleString('en')],
    ['denied', decisions.deny.toLocaleString('en')],
    ['people said yes', approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`],
    ['time to answer', medianWaitMs === undefined ? '–' : durationText(medianWaitMs)],
  ];
  return (
    <>
      <p>The last {days} days:</p>
      <dl className="numbers">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <HourChart hours={hours} />
      {mostAsked.length > 0 && (
        <details>
          <summary>What people are asked about most</summary>
          <MostAsked of={mostAsked} />
        </details>
      )}
    </>
  );
}
