import { ArrowDown } from 'lucide-react';
import { memo, useEffect, type KeyboardEvent } from 'react';
import type { CallOutcome } from '@permesso/protocol/console/activity';
import type { LogEntry } from '@permesso/protocol/entry/log-entry';
import { visible } from '@permesso/protocol/text/show-text';
import { CommandText } from '../ui/command-text.tsx';
import { useIsPhone, useWindow } from '../ui/use-window.ts';
import { Verdict } from '../ui/verdict.tsx';
import type { EntriesState } from './use-entries.ts';
import {
  agentOf,
  callIdentity,
  clockText,
  dayText,
  entryTitle,
  folderName,
  entryProject,
  responseOf,
  typeTitle,
  verdictOf,
} from './words.ts';

const rowHeight = 32;
const phoneRowHeight = 56;

export interface EntryListProps {
  readonly found: EntriesState;
  readonly open: number | undefined;
  /** Calls that wait for an answer now. */
  readonly waiting: ReadonlySet<string>;
  readonly onOpen: (seq: number) => void;
}

/** Only what is on the screen is drawn; more is looked for before its end is reached. */
export function EntryList({ found, open, waiting, onOpen }: EntryListProps) {
  const { entries, outcomes, isOld, more } = found;
  const height = useIsPhone() ? phoneRowHeight : rowHeight;
  const { list, first, end, top } = useWindow<HTMLOListElement>(entries.length, height);
  const isNearEnd = end >= entries.length - 20;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);
  const at = entries[Math.min(top, entries.length - 1)]?.at;
  return (
    <div className="entry-table flush">
      <div className="entry-head" aria-hidden>
        <span>
          {at === undefined ? 'Time' : dayText(Date.parse(at))} <ArrowDown className="i" />
        </span>
        <span>Verdict</span>
        <span>Call</span>
        <span className="project">Project</span>
        <span className="agent">Agent</span>
        <span className="num">Response</span>
      </div>
      <ol
        ref={list}
        className="entries"
        aria-label="Entries, the newest first"
        aria-busy={isOld}
        data-entries={entries.length}
        style={{ height: entries.length * height, paddingTop: first * height }}
        onKeyDown={moveFocus}
      >
        {entries.slice(first, end).map((entry, index) => {
          const before = entries[first + index - 1];
          return (
            <li
              key={entry.seq}
              aria-setsize={more === undefined ? entries.length : -1}
              aria-posinset={first + index + 1}
            >
              <EntryRow
                entry={entry}
                outcome={outcomes.get(entry.seq)}
                isWaiting={'call' in entry && waiting.has(callIdentity(entry.call))}
                isNewDay={
                  before !== undefined && dayText(Date.parse(before.at)) !== dayText(Date.parse(entry.at))
                }
                isOpen={entry.seq === open}
                onOpen={onOpen}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Up and down from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  const button = next?.querySelector('button');
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.focus();
}

interface EntryRowProps {
  readonly entry: LogEntry;
  readonly outcome: CallOutcome | undefined;
  readonly isWaiting: boolean;
  readonly isNewDay: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (seq: number) => void;
}

const EntryRow = memo(function EntryRow({
  entry,
  outcome,
  isWaiting,
  isNewDay,
  isOpen,
  onOpen,
}: EntryRowProps) {
  const at = Date.parse(entry.at);
  const verdict = verdictOf(entry);
  const response = responseOf(entry, outcome, isWaiting);
  return (
    <button
      type="button"
      className="entry-row"
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(entry.seq)}
    >
      <time dateTime={entry.at}>
        {clockText(at)} {isNewDay && <b>{dayText(at)}</b>}
      </time>
      {verdict === undefined ? (
        <span className="verdict none">{typeTitle(entry)}</span>
      ) : (
        <Verdict verdict={verdict} />
      )}
      <CommandText text={entryTitle(entry)} isCut />
      <span className="project cut">{visible(folderName(entryProject(entry) ?? ''))}</span>
      <span className="agent cut">{visible(agentOf(entry))}</span>
      <span className={`response ${response?.tone ?? ''}`}>
        {response === undefined ? <i>–</i> : response.text}{' '}
        {response?.wait !== undefined && <i>{response.wait}</i>}
      </span>
    </button>
  );
});
