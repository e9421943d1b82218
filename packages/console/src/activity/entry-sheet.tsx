import { Link } from '@tanstack/react-router';
import { FlaskConical, Monitor, RotateCcw } from 'lucide-react';
import type { ListedEntry } from '@permesso/protocol/console';
import type { DecisionEntry, LogEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { errorText, momentText } from '../format.ts';
import { activityTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Verdict } from '../ui/verdict.tsx';
import type { ActivitySource } from './activity-source.ts';
import { CallShown, EntryFacts, EntryHead, RawEntry, rawNote, type EntryHeadProps } from './entry-parts.tsx';
import { useFollowUps, useReplay } from './entry-queries.ts';
import { KeptSection } from './kept.tsx';
import { readEntry, timeOf } from './read-entry.ts';
import { ReceiptTree } from './receipt-tree.tsx';
import { Timeline } from './timeline.tsx';

const texts = activityTexts.entry;

export interface EntrySheetProps extends Pick<EntryHeadProps, 'onStep' | 'onClose'> {
  readonly listed: ListedEntry;
  readonly source: ActivitySource;
}

/** One entry: the call, the reason for the decision, the outcome, and today's decision. */
export function EntrySheet({ listed, source, onStep, onClose }: EntrySheetProps) {
  const entry = readEntry(listed);
  if (entry === undefined)
    return (
      <Sheet title={texts.label} onClose={onClose}>
        <p className="notice">{texts.notReadable}</p>
        <RawEntry entry={listed.entry} note={texts.entryNumber(listed.seq)} />
      </Sheet>
    );
  return (
    <aside className="sheet" aria-label={texts.label}>
      <EntryHead entry={entry} outcome={listed.outcome} onStep={onStep} onClose={onClose} />
      <div className="sheet-body" tabIndex={0} role="region" aria-label={texts.about}>
        <CallShown entry={entry} />
        <EntryFacts entry={entry}>
          {listed.agentName !== undefined && (
            <span title={texts.received(momentText(timeOf(listed)))}>
              <Monitor className="i" aria-hidden />
              {visible(listed.agentName)}
            </span>
          )}
        </EntryFacts>
        <Standing entry={entry} listed={listed} />
        {entry.type === 'decision' && <DecisionSections listed={listed} entry={entry} source={source} />}
        <RawEntry entry={listed.entry} note={rawNote(entry)} />
      </div>
      {entry.type === 'decision' && <DecisionFoot entry={entry} source={source} />}
    </aside>
  );
}

/** The server's knowledge, kept apart from the entry, which the machine wrote. */
function Standing({ entry, listed }: { readonly entry: LogEntry; readonly listed: ListedEntry }) {
  const { by, isFar } = listed.standing ?? {};
  const named = 'by' in entry && entry.by !== undefined ? visible(entry.by) : undefined;
  return (
    <>
      {named !== undefined && by !== undefined && (
        <p className={by === 'claimed' ? 'notice' : 'dim'}>{texts.standing[by](named)}</p>
      )}
      {isFar === true && <p className="notice">{texts.standing.isFar}</p>}
    </>
  );
}

interface DecisionProps {
  readonly entry: DecisionEntry;
  readonly source: ActivitySource;
}

function DecisionSections({ listed, entry, source }: DecisionProps & Pick<EntrySheetProps, 'listed'>) {
  const { data: after } = useFollowUps(listed, entry, source);
  const { data: today } = useReplay(entry, source);
  const policy = entry.policy === undefined ? undefined : visible(entry.policy).slice(0, 8);
  return (
    <>
      <section className="section">
        <h2>
          {texts.receipt}
          <span className="end">{texts.decidedBy(policy, visible(entry.mode))}</span>
        </h2>
        <ReceiptTree entry={entry} effects={today?.effects ?? []} />
      </section>
      <KeptSection entry={entry} source={source} />
      <section className="section">
        <h2>{texts.timeline}</h2>
        <Timeline entry={entry} after={after ?? []} />
      </section>
    </>
  );
}

/** Today's policy on the same call, if this machine decided it. */
function DecisionFoot({ entry, source }: DecisionProps) {
  const { data, error, isFetching, refetch } = useReplay(entry, source);
  const isLocal = source.name === 'local';
  const isWhole = entry.redacted === undefined && entry.cut !== true;
  const { command } = entry.call.input;
  const text = typeof command === 'string' ? command : JSON.stringify(entry.call.input);
  return (
    <div className="sheet-foot">
      <span className="replay" role="status">
        {isLocal && !isWhole && texts.inPart}
        {error !== null && <span className="cut">{errorText(error)}</span>}
        {data !== undefined && (
          <>
            {texts.today}
            <Verdict verdict={data.decision.verdict} />
            {data.decision.verdict === entry.verdict ? texts.unchanged : texts.changed}
          </>
        )}
      </span>
      <div className="end">
        <Link className="btn plain" to="/playground" search={{ tool: entry.call.tool, text }}>
          <FlaskConical className="i" aria-hidden />
          {texts.tryIt}
        </Link>
        {isLocal && (
          <Button icon={RotateCcw} disabled={!isWhole || isFetching} onClick={() => void refetch()}>
            {texts.replay}
          </Button>
        )}
      </div>
    </div>
  );
}
