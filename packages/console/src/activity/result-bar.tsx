import { ArrowUp } from 'lucide-react';
import { countText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import type { EntriesState } from './use-entries.ts';
import { ranges } from './words.ts';

export interface ResultBarProps {
  readonly found: Pick<EntriesState<unknown>, 'entries' | 'looked' | 'isLooking' | 'next'>;
  /** How many there are in all, where that is counted. */
  readonly total: number | undefined;
  readonly of: number | undefined;
  readonly range: string;
  readonly fresh: number;
  readonly onFresh: () => void;
}

/** How many were found, of how many, and how many came since. */
export function ResultBar({ found, total, of, range, fresh, onFresh }: ResultBarProps) {
  const { entries, looked, isLooking, next } = found;
  const title = ranges.find(({ value }) => value === range)?.title.toLowerCase() ?? range;
  const isEnd = next === undefined && !isLooking;
  const count = total ?? entries.length;
  return (
    <div className={`result-bar ${total === undefined ? 'growing' : ''}`}>
      <b>
        {total === undefined
          ? `${countText(entries.length, 'entry', 'entries')}${isEnd ? '' : ' so far'}`
          : countText(total, 'call')}
      </b>
      {total === undefined ? (
        <span>searched {looked.toLocaleString('en')}</span>
      ) : (
        of !== undefined && (
          <span>
            of {of.toLocaleString('en')} in {title === 'all time' ? 'all' : title}
          </span>
        )
      )}
      <span className="looking">{isLooking ? 'searching…' : ''}</span>
      <span className="sr" role="status">
        {isLooking ? '' : `${countText(count, 'entry', 'entries')} found`}
      </span>
      {fresh > 0 && (
        <span className="end">
          <Button
            kind="ghost"
            isSmall
            aria-label={`Show ${countText(fresh, 'new entry', 'new entries')}`}
            onClick={onFresh}
          >
            <ArrowUp className="i" aria-hidden />
            {fresh.toLocaleString('en')} new
          </Button>
        </span>
      )}
    </div>
  );
}
