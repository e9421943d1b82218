import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import type { ListedEntry } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { clockText, dayText } from '../format.ts';
import { CommandText } from '../ui/command-text.tsx';
import { useIsPhone, useWindow } from '../ui/use-window.ts';
import { Verdict } from '../ui/verdict.tsx';
import type { EntriesState } from './use-entries.ts';
import { entryId, timeOf } from './read-entry.ts';
import type { ShownEntry } from './words.ts';
import { activityTexts } from './texts.ts';

const rowHeight = 32;
const phoneRowHeight = 56;
/** Rows with cached texts. */
const mostRows = 2000;

export interface EntryListProps {
  readonly found: EntriesState;
  readonly show: (entry: ListedEntry) => ShownEntry;
  /** The open entry's id. */
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

const texts = activityTexts.list;

/** Only visible rows are rendered; more are fetched before the end is reached. */
export function EntryList({ found, show, open, onOpen }: EntryListProps) {
  const { entries, isOld, more } = found;
  const height = useIsPhone() ? phoneRowHeight : rowHeight;
  const { list, first, end, top } = useWindow<HTMLOListElement>(entries.length, height);
  const rowOf = useRows(show);
  const isNearEnd = end >= entries.length - 20;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);
  const topmost = entries[Math.min(top, entries.length - 1)];
  return (
    <div className="entry-table flush">
      <div className="entry-head" aria-hidden>
        <span>
          {topmost === undefined ? texts.time : dayText(timeOf(topmost))} <ArrowDown className="i" />
        </span>
        <span>{texts.verdict}</span>
        <span>{texts.call}</span>
        <span className="project">{texts.project}</span>
        <span className="agent">{texts.agent}</span>
        <span className="num">{texts.response}</span>
      </div>
      <ol
        ref={list}
        className="entries"
        aria-label={texts.label}
        aria-busy={isOld}
        data-entries={entries.length}
        style={{ height: entries.length * height, paddingTop: first * height }}
        onKeyDown={moveFocus}
      >
        {entries.slice(first, end).map((entry, index) => {
          const before = entries[first + index - 1];
          const id = entryId(entry);
          return (
            <li
              key={id}
              aria-setsize={found.next === undefined ? entries.length : -1}
              aria-posinset={first + index + 1}
            >
              <EntryRow
                shown={rowOf(entry)}
                id={id}
                isNewDay={before !== undefined && dayText(timeOf(before)) !== dayText(timeOf(entry))}
                isOpen={id === open}
                onOpen={onOpen}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/**
 * Each row's content, as the same object while it is unchanged: when the list grows or a call is answered, only
 * changed rows are rendered again.
 */
function useRows(show: EntryListProps['show']): EntryListProps['show'] {
  const known = useRef(new Map<ListedEntry, { readonly by: unknown; readonly shown: ShownEntry }>());
  return (entry) => {
    const before = known.current.get(entry);
    if (before?.by === show) return before.shown;
    const now = show(entry);
    const shown = before !== undefined && saysTheSame(before.shown, now) ? before.shown : now;
    if (known.current.size >= mostRows) known.current.clear();
    known.current.set(entry, { by: show, shown });
    return shown;
  };
}

function saysTheSame(before: ShownEntry, now: ShownEntry): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  const button = next?.querySelector('button');
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.focus();
}

interface EntryRowProps {
  readonly shown: ShownEntry;
  readonly id: string;
  readonly isNewDay: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
}

const EntryRow = memo(function EntryRow({ shown, id, isNewDay, isOpen, onOpen }: EntryRowProps) {
  const { at, verdict, kind, title, project, agent, response } = shown;
  return (
    <button
      type="button"
      className="entry-row"
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(id)}
    >
      <time dateTime={new Date(at).toISOString()}>
        {clockText(at)} {isNewDay && <b>{dayText(at)}</b>}
      </time>
      {verdict === undefined ? (
        <span className="verdict none">{visible(kind)}</span>
      ) : (
        <Verdict verdict={verdict} />
      )}
      <CommandText text={title} isCut />
      <span className="project cut">{visible(project)}</span>
      <span className="agent cut">{visible(agent)}</span>
      <span className={`response ${response?.tone ?? ''}`}>
        {response === undefined ? <i>–</i> : response.text}{' '}
        {response?.wait !== undefined && <i>{response.wait}</i>}
      </span>
    </button>
  );
});
