import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Monitor } from 'lucide-react';
import { teamEntries, type TeamEntry } from '@permesso/protocol/console';
import type { DecisionEntry, LogEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { CallShown, EntryFacts, EntryHead, RawEntry, rawNote } from '../activity/entry-parts.tsx';
import { ReceiptTree } from '../activity/receipt-tree.tsx';
import { Timeline, type FollowUp } from '../activity/timeline.tsx';
import { momentText } from '../activity/words.ts';
import { get } from '../api.ts';
import { teamActivityTexts as texts } from '../texts/team-activity.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Bones, Empty } from '../ui/states.tsx';
import { readEntry } from './read-entry.ts';
import { receivedAt } from './team-rows.ts';

export interface TeamEntrySheetProps {
  readonly entry: TeamEntry | undefined;
  readonly isLooking: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

/** One entry of the record: what was called, why it was decided so, what came of it, and the line as it was sent. */
export function TeamEntrySheet({ entry, isLooking, onStep, onClose }: TeamEntrySheetProps) {
  const known = entry === undefined ? undefined : readEntry(entry);
  if (entry === undefined || known === undefined)
    return (
      <Sheet title={texts.entry} onClose={onClose}>
        {entry === undefined && isLooking && <Bones />}
        {entry === undefined && !isLooking && (
          <Empty title={texts.gone} action={<Button onClick={onClose}>{texts.close}</Button>}>
            {texts.goneWords}
          </Empty>
        )}
        {entry !== undefined && (
          <>
            <p className="notice">{texts.notReadable}</p>
            <RawEntry entry={entry.entry} note={texts.entryNumber(entry.seq)} />
          </>
        )}
      </Sheet>
    );
  return (
    <aside className="sheet" aria-label={texts.entry}>
      <EntryHead entry={known} onStep={onStep} onClose={onClose} />
      <div className="sheet-body" tabIndex={0} role="region" aria-label={texts.aboutEntry}>
        <CallShown entry={known} />
        <EntryFacts entry={known}>
          <span title={texts.received(momentText(receivedAt(entry)))}>
            <Monitor className="i" aria-hidden />
            {visible(entry.agentName)}
          </span>
        </EntryFacts>
        <Standing entry={known} standing={entry.standing} />
        {known.type === 'decision' && <Decided entry={known} agent={entry.agent} />}
        <RawEntry entry={entry.entry} note={rawNote(known)} />
      </div>
      {known.type === 'decision' && <TryFoot entry={known} />}
    </aside>
  );
}

/** Apart from the entry, which the machine wrote: what the server knows of it. */
function Standing({
  entry,
  standing: { by, isFar },
}: { readonly entry: LogEntry } & Pick<TeamEntry, 'standing'>) {
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

function Decided({ entry, agent }: { readonly entry: DecisionEntry; readonly agent: string }) {
  const { data: after } = useFollowUps(entry, agent);
  const policy = entry.policy === undefined ? undefined : visible(entry.policy).slice(0, 8);
  return (
    <>
      <section className="section">
        <h2>
          {texts.receipt}
          <span className="end">{texts.decidedBy(policy, visible(entry.mode))}</span>
        </h2>
        <ReceiptTree entry={entry} effects={[]} />
      </section>
      <section className="section">
        <h2>{texts.timeline}</h2>
        <Timeline entry={entry} after={after ?? []} />
      </section>
    </>
  );
}

const longestMs = 86_400_000;

/** What the same agent wrote about the same call afterwards, oldest first, as far as it was asked about again. */
function useFollowUps(entry: DecisionEntry, agent: string) {
  const { key, seq } = entry;
  return useQuery({
    queryKey: ['team-follow-ups', agent, seq],
    queryFn: async (): Promise<readonly FollowUp[]> => {
      const at = Date.parse(entry.at);
      const asked = new URLSearchParams({
        words: (key ?? '').slice(0, 200),
        agent,
        from: String(at),
        to: String(at + longestMs),
      });
      const { entries } = await get(teamEntries, `/api/activity?${asked}`);
      const after = entries
        .flatMap((each) => {
          const known = readEntry(each);
          return known === undefined ? [] : [{ ...known, isClaimed: each.standing.by === 'claimed' }];
        })
        .filter((each) => each.seq > seq)
        .toReversed();
      const again = after.findIndex(({ type }) => type === 'decision');
      return (again === -1 ? after : after.slice(0, again)).filter(
        (each): each is FollowUp & { isClaimed: boolean } =>
          each.type === 'answer' || each.type === 'start' || each.type === 'end',
      );
    },
    enabled: key !== undefined && key !== '',
    staleTime: 5000,
  });
}

function TryFoot({ entry: { call } }: { readonly entry: DecisionEntry }) {
  const { command } = call.input;
  const text = typeof command === 'string' ? command : JSON.stringify(call.input);
  return (
    <div className="sheet-foot">
      <div className="end">
        <Link className="btn plain" to="/playground" search={{ tool: call.tool, text }}>
          <FlaskConical className="i" aria-hidden />
          {texts.tryIt}
        </Link>
      </div>
    </div>
  );
}
