import { useEffect, useRef, useState } from 'preact/hooks';
import { visible } from '@permesso/protocol/text/show-text';
import type { InboxItem } from '@permesso/protocol/console/inbox';
import type { TeamWho } from '@permesso/protocol/console/who';
import { useNow } from './live.ts';
import { OwnHooks } from './own-hooks.tsx';
import { ApprovalRequestView } from './approval-request.tsx';
import { TeamGrants } from './team-grants.tsx';
import { countText, durationText, subjectOf } from './format.ts';

/** As many rows as anybody looks through; the rest is counted. */
const mostShown = 200;

export interface InboxProps {
  readonly items: readonly InboxItem[];
  readonly waiting: number;
  /** At a team server: who sits there. */
  readonly who?: TeamWho | undefined;
  /** The question that a link led to. */
  readonly wanted?: string | undefined;
}

/** The questions that wait, the longest waiting first; the one that is open beside them. */
export function Inbox({ items, waiting, who, wanted }: InboxProps) {
  const [chosen, setChosen] = useState(wanted);
  const [said, setSaid] = useState('');
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  // A question that comes in takes neither the focus nor the place of the one that is being read.
  const open = items.find(({ id }) => id === chosen);
  useEffect(() => {
    // Where nothing waits any more, nothing is being read: the next one opens.
    if (items[0] === undefined) setChosen((id) => (id === wanted ? id : undefined));
    else if (chosen === undefined) setChosen(items[0].id);
  }, [items, chosen]);

  function move(event: KeyboardEvent): void {
    const step = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
    ]).get(event.key);
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    if (step === undefined || at === -1) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  }

  function done(words: string): void {
    setSaid(words);
    setChosen(items.find(({ id }) => id !== chosen)?.id);
  }

  return (
    <div class="inbox">
      <section aria-label="Questions that wait">
        <h1>Inbox</h1>
        <p role="status" aria-live="polite">
          {said} {countText(waiting, 'question waits', 'questions wait')}.
        </p>
        {items.length === 0 && (who === undefined ? <NothingWaits /> : <NobodyAsks />)}
        <ul class="rows" ref={list} onKeyDown={move}>
          {items.slice(0, mostShown).map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-current={item.id === chosen ? 'true' : undefined}
                onClick={() => setChosen(item.id)}
              >
                <span class="who">{visible(item.team?.agent ?? item.call.host ?? 'agent')}</span>
                <code>{visible(subjectOf(item.call)).slice(0, 200)}</code>
                <span class="since">{durationText(now - item.askedAt)}</span>
              </button>
            </li>
          ))}
        </ul>
        {waiting > mostShown && <p>and {(waiting - mostShown).toLocaleString('en')} more</p>}
        {who !== undefined && <TeamGrants who={who} state="proposed" />}
        {who !== undefined && <OwnHooks />}
      </section>
      {open !== undefined && <ApprovalRequestView key={open.id} item={open} onDone={done} />}
      {open === undefined && chosen !== undefined && (items.length > 0 || wanted === chosen) && (
        <p class="gone">This question was answered elsewhere, or its time is over. Choose another.</p>
      )}
    </div>
  );
}

function NothingWaits() {
  return (
    <div class="empty">
      <p>When an agent wants to do something that your policy asks about, it appears here.</p>
      <p>
        To try it: let an agent run something that no rule allows. Agents are connected with{' '}
        <code>permesso init</code>; while this page is open, they wait for you.
      </p>
    </div>
  );
}

function NobodyAsks() {
  return (
    <div class="empty">
      <p>When an agent of your team wants to do something that its policy asks about, it appears here.</p>
      <p>
        A machine joins with <code>permesso team join</code>; its agents ask here once <code>team:</code> in
        its policy names this server. The owner of the agent cannot answer; somebody else must.
      </p>
    </div>
  );
}
