import { Link } from '@tanstack/react-router';
import { FlaskConical, RotateCcw } from 'lucide-react';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { errorText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { CallShown, EntryFacts, EntryHead, RawEntry, rawNote, type EntryHeadProps } from './entry-parts.tsx';
import { useFollowUps, useReplay } from './entry-queries.ts';
import { ReceiptTree } from './receipt-tree.tsx';
import { Timeline } from './timeline.tsx';
import { activityTexts } from '../texts/activity.ts';

const texts = activityTexts.entry;

/** One entry: what was called, why it was decided so, what came of it, and what would be decided today. */
export function EntrySheet(props: EntryHeadProps) {
  const { entry } = props;
  return (
    <aside className="sheet" aria-label={texts.label}>
      <EntryHead {...props} />
      <div className="sheet-body" tabIndex={0} role="region" aria-label={texts.about}>
        <CallShown entry={entry} />
        <EntryFacts entry={entry} />
        {entry.type === 'decision' && <DecisionSections entry={entry} />}
        <RawEntry entry={entry} note={rawNote(entry)} />
      </div>
      {entry.type === 'decision' && <ReplayFoot entry={entry} />}
    </aside>
  );
}

function DecisionSections({ entry }: { readonly entry: DecisionEntry }) {
  const { data: after } = useFollowUps(entry);
  const { data: today } = useReplay(entry);
  return (
    <>
      <section className="section">
        <h2>
          {texts.receipt}
          <span className="end">{texts.decidedBy(entry.policy?.slice(0, 8), entry.mode)}</span>
        </h2>
        <ReceiptTree entry={entry} effects={today?.effects ?? []} />
      </section>
      <section className="section">
        <h2>{texts.timeline}</h2>
        <Timeline entry={entry} after={after ?? []} />
      </section>
    </>
  );
}

/** What the policy of today says about the same call. */
function ReplayFoot({ entry }: { readonly entry: DecisionEntry }) {
  const { data, error, isFetching, refetch } = useReplay(entry);
  const isWhole = entry.redacted === undefined && entry.cut !== true;
  const { command } = entry.call.input;
  const text = typeof command === 'string' ? command : JSON.stringify(entry.call.input);
  return (
    <div className="sheet-foot">
      <span className="replay" role="status">
        {!isWhole && texts.inPart}
        {error !== null && <span className="cut">{errorText(error)}</span>}
        {data !== undefined && (
          <>
            <span className="hide-phone">{texts.currentPolicy}</span>
            <span className="phone-only">{texts.today}</span>
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
        <Button disabled={!isWhole || isFetching} onClick={() => void refetch()}>
          <RotateCcw className="i" aria-hidden />
          {texts.replay}
        </Button>
      </div>
    </div>
  );
}
