import { History } from 'lucide-react';
import { foundEntries } from '@permesso/protocol/console';
import type { AnswerEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { durationText, toolAndSubject } from '../format.ts';
import { useNow } from '../live.ts';
import { approvalsTexts } from './texts.ts';
import { CommandText } from '../ui/command-text.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { useGet } from '../session/use-get.ts';

const texts = approvalsTexts.log;

/** The latest answers in the log. */
export function Answered() {
  const now = useNow(10_000);
  const { data, error, refetch } = useGet('answered', foundEntries, {
    path: '/api/activity?type=answer',
    staleTime: 0,
  });
  if (error !== null || data === undefined)
    return <Missing title={texts.failed} error={error} onRetry={refetch} />;
  const answers = data.entries.map(({ entry }) => entry as AnswerEntry);
  if (answers.length === 0)
    return (
      <Empty icon={History} title={texts.none}>
        {texts.noneWords}
      </Empty>
    );
  return (
    <ul>
      {answers.map((entry) => (
        <li key={entry.seq} className="req answered">
          <CommandText text={toolAndSubject(entry.call)} isCut />
          <span className="meta">
            <Verdict verdict={entry.verdict} />
            {entry.by !== undefined && <span>{texts.by(visible(entry.by))}</span>}
            {entry.waitedMs !== undefined && <span>{texts.after(durationText(entry.waitedMs))}</span>}
            {entry.comment !== undefined && <span className="cut">“{visible(entry.comment)}”</span>}
          </span>
          <span className="time">{texts.ago(durationText(now - Date.parse(entry.at)))}</span>
        </li>
      ))}
    </ul>
  );
}
