import { ArrowUp } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import type { EntriesState } from './use-entries.ts';
import { activityTexts } from './texts.ts';

const { results: texts, ranges } = activityTexts;

export interface ResultBarProps {
  readonly found: Pick<EntriesState, 'entries' | 'looked' | 'isLooking' | 'next'>;
  /** The total, if it is counted. */
  readonly total: number | undefined;
  readonly of: number | undefined;
  readonly range: string;
  readonly fresh: number;
  readonly onFresh: () => void;
}

/** How many were found, of how many, and how many arrived since. */
export function ResultBar({ found, total, of, range, fresh, onFresh }: ResultBarProps) {
  const { entries, looked, isLooking, next } = found;
  const title = ranges.find(({ value }) => value === range)?.title.toLowerCase() ?? range;
  const isEnd = next === undefined && !isLooking;
  const count = total ?? entries.length;
  return (
    <div className={`result-bar ${total === undefined ? 'growing' : ''}`}>
      <b>{total === undefined ? (isEnd ? texts.all : texts.soFar)(entries.length) : texts.calls(total)}</b>
      {total === undefined ? (
        <span>{texts.searched(looked)}</span>
      ) : (
        of !== undefined && <span>{texts.of(of, title)}</span>
      )}
      <span className="looking">{isLooking ? texts.searching : ''}</span>
      <span className="sr" role="status">
        {isLooking ? '' : texts.found(count)}
      </span>
      {fresh > 0 && (
        <span className="end">
          <Button icon={ArrowUp} kind="ghost" isSmall aria-label={texts.showNew(fresh)} onClick={onFresh}>
            {texts.fresh(fresh)}
          </Button>
        </span>
      )}
    </div>
  );
}
